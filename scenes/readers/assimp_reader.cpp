// SPDX-License-Identifier: Apache-2.0
// Mesh files through Assimp: a part for each node that carries meshes (a mesh split by material is one part), node
// transforms applied, polygons cut into triangles here, since Assimp's own cutting drops some.
#include <cmath>

#include "core/error.h"
#include "scenes/readers/polygon.h"
#include "scenes/readers/reader.h"
#include "scenes/readers/stated_faces.h"
#include "scenes/readers/stated_unit.h"

#ifdef PASSUNG_ASSIMP
#include <assimp/config.h>
#include <assimp/material.h>
#include <assimp/scene.h>

#include <assimp/Importer.hpp>
#endif

namespace passung::scenes {

#ifndef PASSUNG_ASSIMP

RawFile readWithAssimp(const std::string& path, const FileFormat& format) {
  throw InputError(path, "", std::string(format.name) + " files cannot be read by this build",
                   "build with Assimp (PASSUNG_ASSIMP), or convert to OBJ");
}

#else

namespace {

using Matrix4 = Eigen::Matrix4d;

Matrix4 matrixOf(const aiMatrix4x4& m) {
  Matrix4 r;
  for (unsigned i = 0; i < 4; ++i) {
    for (unsigned j = 0; j < 4; ++j) r(i, j) = static_cast<double>(m[i][j]);
  }
  return r;
}

float sRgb(float linear) {
  const float x = std::clamp(linear, 0.0F, 1.0F);
  return x <= 0.0031308F ? 12.92F * x : 1.055F * std::pow(x, 1.0F / 2.4F) - 0.055F;
}

// The reader's whole state: one pass over the node tree.
struct Collector {
  const aiScene& scene;
  const FileFormat& format;
  RawFile& file;
  std::int64_t badFaces = 0;

  void visit(const aiNode& node, const Matrix4& parent) {
    const Matrix4 X = parent * matrixOf(node.mTransformation);
    // The solids of an STL file share a node but are bodies of their own.
    const bool apart = std::string(format.name) == "STL";
    RawPart part;
    part.name = node.mName.C_Str();
    // Assimp's own names for what the file leaves nameless, such as <OFFRoot>.
    if (part.name.starts_with('<') && part.name.ends_with('>')) part.name.clear();
    for (unsigned i = 0; i < node.mNumMeshes; ++i) {
      const aiMesh& mesh = *scene.mMeshes[node.mMeshes[i]];
      if (part.name.empty() || apart) part.name = mesh.mName.C_Str();
      addMesh(mesh, X, part);
      if (apart) finish(part);
    }
    finish(part);
    for (unsigned i = 0; i < node.mNumChildren; ++i) visit(*node.mChildren[i], X);
  }

 private:
  void finish(RawPart& part) {
    if (!part.triangles.empty()) file.parts.push_back(std::move(part));
    part = {};
  }

  void addMesh(const aiMesh& mesh, const Matrix4& X, RawPart& part) {
    const int base = static_cast<int>(part.vertices.size());
    const bool mirrored = X.topLeftCorner<3, 3>().determinant() < 0;
    for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
      const aiVector3D& p = mesh.mVertices[i];
      const Vec3 v(static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z));
      part.vertices.push_back(X.topLeftCorner<3, 3>() * v + X.topRightCorner<3, 1>());
    }
    std::vector<Vec3> corners;
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
      const aiFace& face = mesh.mFaces[f];
      if (face.mNumIndices < 3) continue;
      corners.clear();
      bool sound = true;
      for (unsigned k = 0; k < face.mNumIndices && sound; ++k) {
        sound = face.mIndices[k] < mesh.mNumVertices;
        if (sound) corners.push_back(part.vertices[static_cast<std::size_t>(base) + face.mIndices[k]]);
      }
      if (!sound) {
        ++badFaces;
        continue;
      }
      for (const Triangle& t : triangulated(corners)) {
        Triangle r;
        for (std::size_t k = 0; k < 3; ++k)
          r[k] = base + static_cast<int>(face.mIndices[static_cast<std::size_t>(t[k])]);
        if (mirrored) std::swap(r[1], r[2]);
        part.triangles.push_back(r);
      }
    }
    if (!part.hasColor && mesh.mMaterialIndex < scene.mNumMaterials)
      takeColor(*scene.mMaterials[mesh.mMaterialIndex], part);
  }

  void takeColor(const aiMaterial& material, RawPart& part) const {
    aiString name;
    if (material.Get(AI_MATKEY_NAME, name) == aiReturn_SUCCESS && std::string(name.C_Str()) == AI_DEFAULT_MATERIAL_NAME)
      return;
    aiColor4D c;
    if (material.Get(AI_MATKEY_COLOR_DIFFUSE, c) != aiReturn_SUCCESS) return;
    if (!std::isfinite(c.r) || !std::isfinite(c.g) || !std::isfinite(c.b) || !std::isfinite(c.a)) return;
    // glTF colours are linear, the others as shown.
    const bool linear = std::string(format.name) == "glTF";
    part.color = linear ? Color{sRgb(c.r), sRgb(c.g), sRgb(c.b), c.a} : Color{c.r, c.g, c.b, c.a};
    part.hasColor = true;
  }
};

std::int64_t polygonCount(const aiScene& scene) {
  std::int64_t count = 0;
  for (unsigned m = 0; m < scene.mNumMeshes; ++m) {
    for (unsigned f = 0; f < scene.mMeshes[m]->mNumFaces; ++f) {
      if (scene.mMeshes[m]->mFaces[f].mNumIndices >= 3) ++count;
    }
  }
  return count;
}

// What FBX tells about itself through Assimp: its unit in centimetres and its up axis as a number.
void takeFbxUnit(const aiScene& scene, RawFile& file) {
  if (!scene.mMetaData) return;
  double centimetres = 0;
  float single = 0;
  if (scene.mMetaData->Get("UnitScaleFactor", centimetres))
    file.metresPerUnit = 0.01 * centimetres;
  else if (scene.mMetaData->Get("UnitScaleFactor", single))
    file.metresPerUnit = 0.01 * static_cast<double>(single);
  std::int32_t up = 2;
  if (scene.mMetaData->Get("UpAxis", up) && up >= 0 && up < 3) file.upAxis = static_cast<char>('x' + up);
  if (!(file.metresPerUnit > 0) || !std::isfinite(file.metresPerUnit)) file.metresPerUnit = 0;
}

// "a: b\n" -> "a: b"; the library's own words, on one line.
std::string libraryMessage(const char* text) {
  std::string line = text ? text : "";
  while (!line.empty() && (line.back() == '\n' || line.back() == ' ' || line.back() == '.')) line.pop_back();
  if (line.find("bad_alloc") != std::string::npos) return "it asks for more memory than the limit allows";
  return line.empty() ? "no reason given" : line;
}

}  // namespace

RawFile readWithAssimp(const std::string& path, const FileFormat& format) {
  Assimp::Importer importer;
  // Axes are turned once, for all formats, in importFile().
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  const aiScene* scene = importer.ReadFile(path, 0);
  if (!scene || !scene->mRootNode) {
    throw InputError(
        path, "",
        "cannot be read as " + std::string(format.name) + " (" + libraryMessage(importer.GetErrorString()) + ")",
        "the file is damaged or of another format");
  }

  RawFile file;
  const StatedUnit stated = statedUnit(path, format.name);
  file.metresPerUnit = stated.metresPerUnit;
  file.upAxis = stated.upAxis;
  if (std::string(format.name) == "FBX") takeFbxUnit(*scene, file);

  Collector collector{*scene, format, file};
  collector.visit(*scene->mRootNode, Matrix4::Identity());
  if (collector.badFaces > 0) {
    file.warnings.push_back(std::to_string(collector.badFaces) + " faces with a vertex index out of range left out");
  }
  const auto expected = statedFaces(path, format.name);
  const std::int64_t found = polygonCount(*scene);
  if (expected && *expected != found) {
    file.warnings.push_back("read in part: the file states " + std::to_string(*expected) + " faces, " +
                            std::to_string(found) + " could be read");
  }
  // Assimp has multiplied by the unit of a COLLADA file.
  if (std::string(format.name) == "COLLADA") {
    for (RawPart& part : file.parts) {
      for (Vec3& p : part.vertices) p /= file.metresPerUnit;
    }
  }
  return file;
}

#endif

}  // namespace passung::scenes
