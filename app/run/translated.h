// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that the window translates although what makes them knows no Qt: Qt's lupdate finds them by this mark, and
// QCoreApplication::translate() with the same context looks them up. Only for sources that include no Qt.
#pragma once

#define QT_TRANSLATE_NOOP(context, text) text
