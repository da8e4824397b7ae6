import { counted } from '../../../engine/plain-texts.js';
import { Button } from '../../parts/basics.js';
import { canCalculate, isCurrent } from '../state/file-state.js';
import { lineOf, shownLines } from '../state/lines.js';
import { NextQuestion } from './questions-view.js';
import type { DraftProps } from './view-props.js';

/** What will be done, in sentences with numbers, each leading to the line that says so. */
export function BeforeCalculating({ draft, state, send }: DraftProps) {
  const { examination, hadResult } = draft;
  const open = shownLines(draft).questions.filter(({ answer }) => answer === null).length;
  return (
    <section class="panel" aria-labelledby="before-heading">
      <h2 id="before-heading" tabIndex={-1}>
        Before calculating
      </h2>
      {isCurrent(state) ? (
        <ul class="sentences">
          {examination.sentences.map(({ text, path }, place) => (
            <li key={place}>
              {text}{' '}
              <Button
                look="link"
                aria-label={`Show the line of: ${text}`}
                onPress={() => send({ type: 'show line', line: lineOf(draft, path) })}
              >
                Show
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <p class="hint">What will be done is listed here once every row has been looked at.</p>
      )}
      {open > 0 && (
        <p>
          {counted(open, 'question is', 'questions are')} open.{' '}
          <NextQuestion draft={draft} state={state} send={send} />
        </p>
      )}
      {hadResult && state.result === null && (
        <p class="hint">Something changed, so the earlier results are gone. Calculate again.</p>
      )}
      <p class="row">
        <Button
          look={state.result === null ? 'primary' : 'plain'}
          id="calculate"
          disabled={!canCalculate(state)}
          onPress={() => send({ type: 'calculate' })}
        >
          Calculate
        </Button>
        <Button disabled={state.task !== null} onPress={() => send({ type: 'save', what: 'recipe' })}>
          Save these choices as a recipe
        </Button>
      </p>
    </section>
  );
}
