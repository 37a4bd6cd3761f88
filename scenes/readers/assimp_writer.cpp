// SPDX-License-Identifier: Apache-2.0
// glTF, COLLADA and 3MF through Assimp: a node a part, its colour as a material.
#include <array>
#include <cmath>
#include <string_view>

#include "core/error.h"
#include "scenes/readers/reader.h"

#ifdef PASSUNG_ASSIMP
#include <assimp/material.h>
#include <assimp/scene.h>

#include <assimp/Exporter.hpp>
#endif

namespace passung::scenes {

#ifndef PASSUNG_ASSIMP

void writeWithAssimp(const std::string& path, const RawFile&) {
  throw InputError(path, "", "this format cannot be written by this build",
                   "build with Assimp (PASSUNG_ASSIMP), or write OBJ, STL, PLY or OFF");
}

#else

namespace {

struct Target {
  std::string_view extension;
  const char* id;        // Assimp's name
  double unitsPerMetre;  // of the format as Assimp writes it
  bool yUp;
  bool linearColors;
};
constexpr std::array kTargets = {
    Target{".gltf", "gltf2", 1.0, true, true},
    Target{".glb", "glb2", 1.0, true, true},
    Target{".dae", "collada", 1.0, true, false},
    Target{".3mf", "3mf", 1000.0, false, false},
};

float linear(float sRgb) { return sRgb <= 0.04045F ? sRgb / 12.92F : std::pow((sRgb + 0.055F) / 1.055F, 2.4F); }

aiMesh* meshOf(const RawPart& part, const Target& target, unsigned material) {
  auto* mesh = new aiMesh;
  mesh->mName = part.name;
  mesh->mMaterialIndex = material;
  mesh->mPrimitiveTypes = aiPrimitiveType_TRIANGLE;
  mesh->mNumVertices = static_cast<unsigned>(part.vertices.size());
  mesh->mVertices = new aiVector3D[part.vertices.size()];
  for (std::size_t i = 0; i < part.vertices.size(); ++i) {
    const Vec3 p = target.unitsPerMetre * part.vertices[i];
    const Vec3 q = target.yUp ? Vec3(p.x(), p.z(), -p.y()) : p;
    mesh->mVertices[i] = {static_cast<float>(q.x()), static_cast<float>(q.y()), static_cast<float>(q.z())};
  }
  mesh->mNumFaces = static_cast<unsigned>(part.triangles.size());
  mesh->mFaces = new aiFace[part.triangles.size()];
  for (std::size_t f = 0; f < part.triangles.size(); ++f) {
    aiFace& face = mesh->mFaces[f];
    face.mNumIndices = 3;
    face.mIndices = new unsigned[3];
    for (std::size_t k = 0; k < 3; ++k) face.mIndices[k] = static_cast<unsigned>(part.triangles[f][k]);
  }
  return mesh;
}

aiMaterial* materialOf(const RawPart& part, const Target& target) {
  auto* material = new aiMaterial;
  const aiString name(part.name);
  material->AddProperty(&name, AI_MATKEY_NAME);
  Color c = part.color;
  if (target.linearColors) c = {linear(c.r), linear(c.g), linear(c.b), c.a};
  const aiColor4D color(c.r, c.g, c.b, c.a);
  material->AddProperty(&color, 1, AI_MATKEY_COLOR_DIFFUSE);
  material->AddProperty(&color, 1, AI_MATKEY_BASE_COLOR);
  return material;
}

}  // namespace

void writeWithAssimp(const std::string& path, const RawFile& file) {
  const Target* target = nullptr;
  for (const Target& t : kTargets) {
    if (t.extension == extensionOf(path)) target = &t;
  }
  if (!target) throw InputError(path, "", "no format that can be written");

  aiScene scene;
  const std::size_t count = file.parts.size();
  scene.mNumMeshes = scene.mNumMaterials = static_cast<unsigned>(count);
  scene.mMeshes = new aiMesh*[count];
  scene.mMaterials = new aiMaterial*[count];
  scene.mRootNode = new aiNode("root");
  scene.mRootNode->mNumChildren = static_cast<unsigned>(count);
  scene.mRootNode->mChildren = new aiNode*[count];
  for (std::size_t i = 0; i < count; ++i) {
    scene.mMeshes[i] = meshOf(file.parts[i], *target, static_cast<unsigned>(i));
    scene.mMaterials[i] = materialOf(file.parts[i], *target);
    auto* node = new aiNode(file.parts[i].name);
    node->mParent = scene.mRootNode;
    node->mNumMeshes = 1;
    node->mMeshes = new unsigned[1]{static_cast<unsigned>(i)};
    scene.mRootNode->mChildren[i] = node;
  }
  Assimp::Exporter exporter;
  if (exporter.Export(&scene, target->id, path) != aiReturn_SUCCESS) {
    throw InputError(path, "", std::string("cannot be written (") + exporter.GetErrorString() + ")",
                     "give a path in a folder that may be written");
  }
}

#endif

}  // namespace passung::scenes
