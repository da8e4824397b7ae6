import { element } from '../element.js';
import { button, paragraph } from '../page-parts.js';
import { forgetRecipe, savedRecipes } from './saved-recipes.js';

/** The recipes that this page keeps on the computer, and a button to forget each. */
export class KeptSection {
  readonly root = element('details', { className: 'kept' });

  constructor() {
    this.update();
  }

  /** Shows what is kept now. */
  update(): void {
    const recipes = savedRecipes();
    this.root.hidden = recipes.length === 0;
    this.root.replaceChildren(
      element('summary', { textContent: 'What this page keeps on this computer' }),
      paragraph('How the columns of your files were matched. No student, no amount, no file.', 'hint'),
      element(
        'ul',
        {},
        recipes.map(({ columns }) =>
          element('li', { className: 'row' }, [
            element('span', { textContent: `Files with ${columns}` }),
            button('Forget', () => {
              forgetRecipe(columns);
              this.update();
            }),
          ]),
        ),
      ),
    );
  }
}
