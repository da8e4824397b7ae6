// Prints the README's configuration table: npm run build && node test/ops/print-config-table.js
import { renderConfigTable } from '../../dist/src/ops/config-docs.js';

process.stdout.write(`${renderConfigTable()}\n`);
