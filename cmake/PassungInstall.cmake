# SPDX-License-Identifier: Apache-2.0
# Installation and the CMake package, so that another program can use find_package(Passung) without Qt.
