import { expect, test } from 'vitest';
import { applyRecipe, joined } from '../../src/recipe/apply.js';
import { parseRecipe } from '../../src/recipe/recipe.js';
import { openSource } from '../../src/recipe/source.js';

const source = (text: string) => openSource(Buffer.from(text));
const recipe = (more: object) => parseRecipe(JSON.stringify({ format: 'prorata-recipe/1', ...more }));

test('rows of terms keep their numbers, with blank lines for titles and blank rows', async () => {
  const table = await source('Aid report\n\nID;Term;Dep\n1;Fall;D\n\n2;Fall;x\n');
  const applied = applyRecipe(
    table,
    recipe({
      shape: { rows: 'term' },
      columns: {
        student_id: { column: 'ID' },
        term_label: { column: 'Term' },
        dependency_status: { column: 'Dep', values: { d: 'dependent' } },
        term_ft_credits: { constant: '12' },
      },
    }),
  );
  expect(Buffer.from(joined(applied.pieces)).toString()).toBe(
    '\r\n\r\nstudent_id,dependency_status,term_label,term_ft_credits\r\n1,dependent,Fall,12\r\n\r\n2,x,Fall,12\r\n',
  );
});
