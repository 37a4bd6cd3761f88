// SPDX-License-Identifier: Apache-2.0
#include "render/gl/functions.h"

#include <stdexcept>
#include <string>

namespace passung::render {

Gl::Gl(const GlLoader& loader) {
#define PASSUNG_GL_LOAD(name, NAME)                               \
  name = reinterpret_cast<PFNGL##NAME##PROC>(loader("gl" #name)); \
  if (name == nullptr) throw std::runtime_error("OpenGL: no function gl" #name "; 3.3 core is needed");
  PASSUNG_GL_FUNCTIONS(PASSUNG_GL_LOAD)
#undef PASSUNG_GL_LOAD

  GLint major = 0;
  GLint minor = 0;
  GetIntegerv(GL_MAJOR_VERSION, &major);
  GetIntegerv(GL_MINOR_VERSION, &minor);
  if (major * 10 + minor < 33) {
    const auto* version = reinterpret_cast<const char*>(GetString(GL_VERSION));
    throw std::runtime_error(std::string("OpenGL: the context is ") + (version != nullptr ? version : "not current") +
                             "; 3.3 core is needed");
  }
}

}  // namespace passung::render
