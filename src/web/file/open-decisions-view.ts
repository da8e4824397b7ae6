import type { Choice, Decision } from '../../recipe/decisions.js';
import { element } from '../element.js';
import { labelFor, paragraph, select } from '../page-parts.js';

/** The decisions that a file leaves open, each with its choices; nothing is chosen beforehand. */
export class OpenDecisionsView {
  readonly root = element('div');
  readonly #chosen = new Map<string, Choice>();

  /** What was chosen so far, also of decisions that are not asked any more. */
  get chosen(): readonly Choice[] {
    return [...this.#chosen.values()];
  }

  /** Asks these, and forgets what was asked before. */
  show(open: readonly Decision[]): void {
    this.root.replaceChildren(
      ...(open.length === 0
        ? []
        : [
            paragraph(
              'These decide dollars, and your file does not say them. Choose each, then use the columns.',
            ),
          ]),
      ...open.map((decision, at) => this.#question(decision, `decision-${at}`)),
    );
  }

  #question({ name, of, question, why, choices }: Decision, id: string): HTMLElement {
    const key = `${name} ${of ?? ''}`;
    const options = choices.map(({ label }, at) => [String(at), label] as const);
    const effect = element('p');
    const field = select(id, [['', 'Choose…'], ...options], '', {
      className: 'wide-choice',
      onchange: () => {
        const choice = choices[Number(field.value)];
        if (field.value === '' || choice === undefined) this.#chosen.delete(key);
        else this.#chosen.set(key, choice);
        effect.textContent = field.value === '' ? '' : (choice?.effect ?? '');
      },
    });
    return element('div', { className: 'match' }, [labelFor(field, question), field, paragraph(why), effect]);
  }
}
