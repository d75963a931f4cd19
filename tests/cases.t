#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The cases of data/cases, with the rules that perfsift brings.
exec "${PERFSIFT:?make check sets it}" check "${srcdir:?}/data/cases"
