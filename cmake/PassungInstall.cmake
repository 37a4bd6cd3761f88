# SPDX-License-Identifier: Apache-2.0
# Installation and the CMake package, so that another program can use find_package(Passung) without Qt:
#   find_package(Passung 0.1 REQUIRED)
#   target_link_libraries(mine PRIVATE Passung::dynamics)   # or core, collision, scenes
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(passung_packaged "")
foreach(part core collision dynamics scenes)
  if(TARGET passung_${part})
    list(APPEND passung_packaged passung_${part})
    # Headers keep their folder, since they include each other as "core/math.h". Bullet stays behind the Engine seam.
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/${part}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/passung"
            FILES_MATCHING PATTERN "*.h" PATTERN "bullet" EXCLUDE)
  endif()
endforeach()

install(TARGETS ${passung_packaged} EXPORT PassungTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(EXPORT PassungTargets NAMESPACE Passung:: DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/Passung")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/PassungConfig.cmake.in" "${CMAKE_BINARY_DIR}/PassungConfig.cmake"
                              INSTALL_DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/Passung")
write_basic_package_version_file("${CMAKE_BINARY_DIR}/PassungConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/PassungConfig.cmake" "${CMAKE_BINARY_DIR}/PassungConfigVersion.cmake"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/Passung")

if(TARGET passung)
  install(TARGETS passung RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/LICENSES" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
