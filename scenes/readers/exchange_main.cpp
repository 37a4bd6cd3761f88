// SPDX-License-Identifier: Apache-2.0
// passung-exchange: reads or writes one file with the big file libraries, apart from the program that asked.
//
//   passung-exchange SECONDS BYTES read FORMAT DEFLECTION ANGLE PATH    answers on descriptor 3 with an encoded RawFile
//   passung-exchange SECONDS BYTES write PATH                           takes an encoded RawFile on descriptor 4
//
// Not meant to be called by hand; scenes/importers/exchange_process.cpp starts it.
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/error.h"
#include "scenes/readers/reader.h"

namespace passung::scenes {
namespace {

constexpr int kAnswerDescriptor = 3;
constexpr int kMeshesDescriptor = 4;

void limit(int resource, double value) {
  const auto soft = static_cast<rlim_t>(std::max(value, 1.0));
  const rlimit both{soft, soft};
  ::setrlimit(static_cast<__rlimit_resource_t>(resource), &both);
}

void limitMyself(double seconds, double bytes) {
  // Nobody waits for the answer of a process whose parent is gone, and nobody reads its core dump.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  // The soft limit ends in SIGXCPU, which the parent tells from a crash.
  const auto whole = static_cast<rlim_t>(std::ceil(std::max(seconds, 1.0)));
  const rlimit processor{whole, whole + 5};
  ::setrlimit(RLIMIT_CPU, &processor);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  // The sanitizers reserve terabytes of addresses.
  limit(RLIMIT_AS, bytes);
#else
  static_cast<void>(bytes);
#endif
}

void send(const std::string& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t n = ::write(kAnswerDescriptor, bytes.data() + done, bytes.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) ::_exit(3);
    done += static_cast<std::size_t>(n);
  }
}

std::string receive() {
  std::string bytes;
  std::vector<char> buffer(std::size_t{1} << 18);
  for (;;) {
    const ssize_t n = ::read(kMeshesDescriptor, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return bytes;
    bytes.append(buffer.data(), static_cast<std::size_t>(n));
  }
}

RawFile readFile(const std::string& formatName, const Tessellation& tessellation, const std::string& path) {
  const FileFormat* format = formatNamed(formatName);
  if (!format) throw InputError(path, "", "unknown format " + formatName);
  RawFile file;
  switch (format->reader) {
    case Reader::kObj:
      file = readObj(path);
      break;
    case Reader::kAssimp:
      file = readWithAssimp(path, *format);
      break;
    case Reader::kStep:
    case Reader::kIges:
    case Reader::kBrep:
      file = readCad(path, *format, tessellation);
      break;
  }
  file.format = format->name;
  return file;
}

std::string answerTo(const std::vector<std::string>& arguments) {
  if (arguments.size() == 5 && arguments[0] == "read") {
    const Tessellation tessellation{std::strtod(arguments[2].c_str(), nullptr),
                                    std::strtod(arguments[3].c_str(), nullptr)};
    return encoded(readFile(arguments[1], tessellation, arguments[4]));
  }
  if (arguments.size() == 2 && arguments[0] == "write") {
    writeWithAssimp(arguments[1], decoded(receive()));
    return encoded(RawFile{});
  }
  throw InputError("", "", "bad arguments of passung-exchange");
}

int run(int argc, char** argv) {
  if (argc < 4) return 2;
  limitMyself(std::strtod(argv[1], nullptr), std::strtod(argv[2], nullptr));
  const std::vector<std::string> arguments(argv + 3, argv + argc);
  const std::string path = arguments.back();
  std::string answer;
  try {
    answer = answerTo(arguments);
  } catch (const InputError& e) {
    answer = encodedError(e.what());
  } catch (const std::bad_alloc&) {
    answer = encodedError(
        InputError(path, "", "needs more memory than the limit allows", "the file may be damaged, or too large")
            .what());
  } catch (const std::exception& e) {
    answer = encodedError(InputError(path, "", e.what()).what());
  } catch (...) {
    answer = encodedError(InputError(path, "", "the file library gave up on it").what());
  }
  send(answer);
  // Without the destructors of the libraries: what they hold ends with the process.
  ::_exit(0);
}

}  // namespace
}  // namespace passung::scenes

int main(int argc, char** argv) { return passung::scenes::run(argc, argv); }
