// SPDX-License-Identifier: Apache-2.0
// A context without a window: EGL on Mesa's surfaceless platform, else on the first device that gives OpenGL 3.3, else
// on the default display. No surface is needed, all drawing goes to framebuffer objects.
#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <array>
#include <stdexcept>
#include <vector>

#include "render/gl/functions.h"
#include "render/renderer.h"

namespace passung::render {

struct OffscreenContext::Impl {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
};

namespace {

std::vector<EGLDisplay> candidateDisplays() {
  std::vector<EGLDisplay> displays;
  const auto platformDisplay =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  const auto queryDevices = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
  if (platformDisplay != nullptr) {
    displays.push_back(platformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
    std::array<EGLDeviceEXT, 16> devices{};
    EGLint count = 0;
    if (queryDevices != nullptr &&
        queryDevices(static_cast<EGLint>(devices.size()), devices.data(), &count) == EGL_TRUE) {
      for (EGLint i = 0; i < count; ++i) {
        displays.push_back(platformDisplay(EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(i)], nullptr));
      }
    }
  }
  displays.push_back(eglGetDisplay(EGL_DEFAULT_DISPLAY));
  return displays;
}

EGLContext contextOn(EGLDisplay display) {
  if (display == EGL_NO_DISPLAY || eglInitialize(display, nullptr, nullptr) != EGL_TRUE) return EGL_NO_CONTEXT;
  if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) return EGL_NO_CONTEXT;
  const std::array<EGLint, 7> attributes = {
      EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes.data());
  if (context == EGL_NO_CONTEXT) {
    // Drivers without EGL_KHR_no_config_context want a config.
    const std::array<EGLint, 3> wanted = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (eglChooseConfig(display, wanted.data(), &config, 1, &count) != EGL_TRUE || count == 0) return EGL_NO_CONTEXT;
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, attributes.data());
  }
  if (context != EGL_NO_CONTEXT && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) != EGL_TRUE) {
    eglDestroyContext(display, context);
    return EGL_NO_CONTEXT;
  }
  return context;
}

}  // namespace

OffscreenContext::OffscreenContext() : impl_(std::make_unique<Impl>()) {
  for (EGLDisplay display : candidateDisplays()) {
    impl_->context = contextOn(display);
    if (impl_->context != EGL_NO_CONTEXT) {
      impl_->display = display;
      return;
    }
  }
  throw std::runtime_error(
      "EGL: no driver gives an OpenGL 3.3 core context without a window; install libegl1 and libgl1-mesa-dri");
}

// The display stays initialised: EGL counts one initialisation a process, and other contexts may live on it.
OffscreenContext::~OffscreenContext() {
  if (eglGetCurrentContext() == impl_->context) {
    eglMakeCurrent(impl_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  }
  eglDestroyContext(impl_->display, impl_->context);
}

void OffscreenContext::makeCurrent() {
  if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE ||
      eglMakeCurrent(impl_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, impl_->context) != EGL_TRUE) {
    throw std::runtime_error("EGL: the off-screen context cannot be made current");
  }
}

GlLoader OffscreenContext::loader() const {
  return [](const char* name) { return reinterpret_cast<void*>(eglGetProcAddress(name)); };
}

std::string OffscreenContext::description() const {
  const auto getString = reinterpret_cast<PFNGLGETSTRINGPROC>(eglGetProcAddress("glGetString"));
  const auto* renderer = reinterpret_cast<const char*>(getString(GL_RENDERER));
  const auto* version = reinterpret_cast<const char*>(getString(GL_VERSION));
  return std::string(renderer != nullptr ? renderer : "?") + ", OpenGL " + (version != nullptr ? version : "?");
}

}  // namespace passung::render
