#!/usr/bin/env node
/** `opfsmark` as it is installed: nothing is left to be compiled or chosen. */
import { complain, isNewEnough, measureIn, TOO_OLD } from './launch.mjs';

if (isNewEnough()) measureIn(process.execPath);
else complain(TOO_OLD);
