// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies of a document by name, and changes of their entries.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/document/scene_document.h"

namespace passung::app {

// The names of all bodies, copies of a `repeat` included, in the order of the scene's bodies.
[[nodiscard]] std::vector<std::string> bodyNames(const SceneDocument& document);

// The entry that the body comes from, of its own or with `repeat`. Throws InputError when there is no such body.
[[nodiscard]] const Json& entryOf(const SceneDocument& document, const std::string& name);

// The index in `document.bodies` of the entry that is the body `name` alone. A body that is one copy of a `repeat` gets
// an entry of its own first: the repeat is written out, which leaves the scene as it was. Throws InputError when there
// is no such body.
std::size_t ownEntry(SceneDocument& document, const std::string& name);

// Replaces the entry by a changed copy.
void changeEntry(SceneDocument& document, std::size_t entry, const std::function<void(Json&)>& change);
void changeBody(SceneDocument& document, const std::string& name, const std::function<void(Json&)>& change);
// The same for everything else in the document.
void changeRest(SceneDocument& document, const std::function<void(Json&)>& change);

// Every place outside the bodies that names a body: drives, joints, monitors. `visit` may change the name.
void visitBodyReferences(Json& rest, const std::function<void(Json& name)>& visit);

}  // namespace passung::app
