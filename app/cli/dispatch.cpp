// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/dispatch.h"

#include <algorithm>
#include <exception>
#include <iostream>
#include <new>

#include "app/cli/args.h"
#include "app/cli/bench_command.h"
#include "app/cli/compare_command.h"
#include "app/cli/copies_command.h"
#include "app/cli/determinism_command.h"
#include "app/cli/difference_command.h"
#include "app/cli/run_command.h"
#include "app/cli/window_bench_command.h"
#include "app/cli/window_command.h"
#include "core/error.h"
#include "core/version.h"
#ifdef PASSUNG_HAS_CLASH
#include "app/cli/clash_command.h"
#endif
#ifdef PASSUNG_HAS_CONVERT
#include "app/cli/convert_command.h"
#endif
#ifdef PASSUNG_HAS_INFO
#include "app/cli/info_command.h"
#endif
#ifdef PASSUNG_HAS_RENDER
#include "app/cli/render_command.h"
#endif
#ifdef PASSUNG_HAS_SCENES
#include "app/cli/scenes_command.h"
#endif

namespace passung::app {
namespace {

struct Command {
  const char* name;
  const char* usage;
  const char* purpose;
  int (*run)(const std::vector<std::string>&);
};

[[maybe_unused]] int noRenderer(const std::vector<std::string>&) {
  throw InputError("", "render", "this build has no renderer", "build with -DPASSUNG_RENDER=ON");
}

// To add a subcommand: a line here, its file beside this one, docs/cli.md.
const std::vector<Command>& commands() {
  static const std::vector<Command> list{
      {"run", "run FILE [options]", "headless run, prints a short table, writes a report", runRun},
      {"compare", "compare FILE [options]", "the same scene in several engines or settings", runCompare},
      {"copies", "copies FILE [options]", "many copies with start poses of their own: a tolerance study",
       runCopiesCommand},
#ifdef PASSUNG_HAS_RENDER
      {"render", "render FILE --out X.png", "one off-screen image", runRender},
#else
      {"render", "render FILE --out X.png", "one off-screen image", noRenderer},
#endif
#ifdef PASSUNG_HAS_INFO
      {"info", "info FILE [--json]", "what is in a file: parts, triangles, units, mass", runInfo},
#endif
#ifdef PASSUNG_HAS_CLASH
      {"clash", "clash FILE [--json]", "what touches what: clashes and clearances", runClash},
#endif
#ifdef PASSUNG_HAS_CONVERT
      {"convert", "convert IN OUT", "scene, CAD or mesh to scene or mesh", runConvert},
#endif
      {"determinism", "determinism FILE [--json]", "whether any number of threads gives the same bits", runDeterminism},
      {"difference", "difference A.prec B.prec [--json]", "how far two recordings part", runDifference},
      {"bench", "bench [NAME...] [--json F]", "the built-in benchmarks", runBench},
#ifdef PASSUNG_HAS_SCENES
      {"scenes", "scenes [--json]", "the built-in scenes", runScenes},
#endif
  };
  return list;
}

void printHelp() {
  std::cout << "Passung " << kVersion << ": real-time fitting of exact CAD parts.\n\n"
            << "passung [FILE]                   window; FILE is a scene, a CAD or a mesh file\n";
  for (const Command& command : commands()) {
    std::string usage = "passung " + std::string(command.usage);
    usage.resize(std::max<std::size_t>(usage.size() + 1, 33), ' ');
    std::cout << usage << command.purpose << '\n';
  }
  std::cout << "passung --script FILE            replays named commands in the window\n";
  std::cout
      << "\npassung SUBCOMMAND --help lists its options. Exit status: 0 success, 1 a monitor of the scene failed,\n"
         "parts clash or bits differ, 2 bad arguments or input, 3 internal error, 130 interrupted.\n";
}

int open(const WindowOptions& options, const std::function<int(const WindowOptions&)>& openWindow) {
  if (!openWindow) {
    throw InputError("", "", "this build has no window",
                     "use a subcommand (" + commandNames() + "), or build with -DPASSUNG_APP=ON");
  }
  return openWindow(options);
}

int choose(const std::vector<std::string>& args, const std::function<int(const WindowOptions&)>& openWindow) {
  const std::string first = args.empty() ? std::string() : args.front();
  if (first == "--help" || first == "-h" || first == "help") {
    printHelp();
    return 0;
  }
  if (first == "--version") {
    std::cout << "passung " << kVersion << '\n';
    return 0;
  }
  if (args.size() > 1 && first == "bench" && args[1] == "window") {
    return open(parseWindowBenchArguments({args.begin() + 2, args.end()}), openWindow);
  }
  for (const Command& command : commands()) {
    if (first == command.name) return command.run({args.begin() + 1, args.end()});
  }
  return open(parseWindowArguments(args), openWindow);
}

// One line, whatever the text holds.
int fail(const std::string& text, int status) {
  std::string line = text;
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  std::cerr << "passung: " << line << std::endl;
  return status;
}

}  // namespace

std::string commandNames() {
  std::string names;
  for (const Command& command : commands()) names += (names.empty() ? "" : ", ") + std::string(command.name);
  return names;
}

int dispatch(const std::vector<std::string>& args, const std::function<int(const WindowOptions&)>& openWindow) {
  try {
    const int status = choose(args, openWindow);
    std::cout.flush();
    if (!std::cout) return fail("standard output: writing failed", kExitInput);
    return status;
  } catch (const HelpAsked& help) {
    std::cout << help.text << std::flush;
    return 0;
  } catch (const InputError& error) {
    return fail(error.what(), kExitInput);
  } catch (const std::bad_alloc&) {
    return fail("out of memory; use smaller files or a machine with more", kExitInternal);
  } catch (const std::exception& error) {
    return fail(std::string("internal error: ") + error.what(), kExitInternal);
  } catch (...) {
    return fail("internal error: unknown", kExitInternal);
  }
}

}  // namespace passung::app
