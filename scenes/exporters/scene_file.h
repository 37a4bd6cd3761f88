// SPDX-License-Identifier: Apache-2.0
// Scenes to scene files.
#pragma once

#include <string>

#include "scenes/description/json_document.h"

namespace passung::scenes {

enum class MeshFiles {
  kReferenced,  // named where they lie: relative in and below the scene file's folder, in full elsewhere
  kCopied       // written into the folder NAME_meshes beside the scene file, with the files that they refer to
};

// Writes the document of a scene whose mesh files are sought in `folder` as the scene file `path`: whole or not at all,
// copies of its meshes, if any, before it. Copies never replace a file of other content: they go to the next free place
// in NAME_meshes, and meshes that lie there already stay. A document saved where it came from keeps its references.
// Throws InputError.
void writeSceneFile(const std::string& path, const Json& document, const std::string& folder,
                    MeshFiles meshes = MeshFiles::kReferenced);

// The document with its mesh files found from another folder.
[[nodiscard]] Json movedDocument(const Json& document, const std::string& from, const std::string& to);

}  // namespace passung::scenes
