import { BOOKS } from './rows.js';

/** The rows of all workbooks as JSON, for `make.py`. */
process.stdout.write(JSON.stringify(BOOKS));
