#!/usr/bin/env node
import { launch } from './launch.mjs'

launch(['cli/parley.ts', ...process.argv.slice(2)])
