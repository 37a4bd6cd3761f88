// SPDX-License-Identifier: GPL-3.0-or-later
// Between the history of a session and recordings (.prec).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/session/history.h"
#include "dynamics/recording.h"
#include "dynamics/snapshot.h"

namespace passung::app {

// Writes the states of the first engine of these frames (one scene, by time) as a recording. What the user pulled or
// drove by hand on the way is in the states, but not in the recording's recipe: such a run replays differently. Throws
// InputError when there is nothing to write, or when it cannot be written, or when the progress (states written, of how
// many) ends it, which leaves no file.
void saveRecording(const std::string& path, const std::vector<History::Frame>& frames,
                   const std::function<bool(int done, int total)>& progress = {});

// A recording of what the first engine of the frame will do, for Session::record(). Throws InputError when it cannot be
// written or replayed.
[[nodiscard]] std::unique_ptr<dynamics::RecordingWriter> beginRecording(const std::string& path,
                                                                        const SessionFrame& frame);

// The states of a recording, by time; evenly thinned out where they would take more than `budget` bytes. Throws
// InputError.
[[nodiscard]] std::vector<std::shared_ptr<const dynamics::WorldSnapshot>> readSnapshots(
    const std::string& path, std::size_t budget = History::kBudget);

}  // namespace passung::app
