import { element } from '../element.js';
import { paragraph } from './message-box.js';
import { forgetRecipe, savedRecipes } from './saved-recipes.js';

/** Everything that this page keeps on the computer, and a button to forget each. */
export class KeptSection {
  readonly root = element('details', { props: { className: 'kept' } });

  constructor() {
    this.update();
  }

  /** Shows what is kept now. */
  update(): void {
    const recipes = savedRecipes();
    this.root.hidden = recipes.length === 0;
    this.root.replaceChildren(
      element('summary', { props: { textContent: 'What this page keeps on this computer' } }),
      paragraph('How the columns of your files were matched. No student, no amount, no file.', 'hint'),
      element(
        'ul',
        {},
        recipes.map(({ columns }) =>
          element('li', { props: { className: 'row' } }, [
            element('span', { props: { textContent: `Files with ${columns}` } }),
            element('button', {
              props: { type: 'button', textContent: 'Forget' },
              on: {
                click: () => {
                  forgetRecipe(columns);
                  this.update();
                },
              },
            }),
          ]),
        ),
      ),
    );
  }
}
