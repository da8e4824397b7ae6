#!/usr/bin/env node
import process from 'node:process';
import { runProgram } from './program.js';

await runProgram(process.argv.slice(2));
