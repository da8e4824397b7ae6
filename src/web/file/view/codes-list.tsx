import { counted } from '../../../engine/plain-texts.js';
import type { CodeLine } from '../../../recipe/examination.js';
import { Choice, type Option } from '../../parts/choice.js';
import { TextBox } from '../../parts/field.js';
import { idText } from '../state/lines.js';
import { NOTHING } from './field-words.js';
import type { ViewProps } from './view-props.js';

interface CodesProps extends ViewProps {
  /** The id of the line that they are on. */
  readonly line: string;
  readonly codes: readonly CodeLine[];
  readonly options: readonly Option[];
  /** Whether a number may be a meaning, too. */
  readonly isNumber?: boolean;
}

/** The codes of a column with their counts, each with its meaning. */
export function CodesList({ line, codes, options, isNumber = false, state, send }: CodesProps) {
  return (
    <ul class="codes">
      {codes.map((code) => {
        const id = `draft-${line}-${idText(code.code)}`;
        const set = (value: string) =>
          send({ type: 'edit', edit: { kind: 'codes', meanings: [[code.path, value]] }, line });
        const typed = state.typed[id] ?? '';
        return (
          <li key={code.code} class={code.meaning === null ? 'open' : undefined}>
            <label for={id}>
              <strong>{code.code === '' ? 'blank' : code.code}</strong>{' '}
              <span class="hint">{counted(code.rows, 'row')}</span>
            </label>
            <Choice
              id={id}
              value={code.meaning === '' ? NOTHING : (code.meaning ?? '')}
              blank="Choose what it means"
              options={withText(options, code.meaning)}
              {...(code.meaning === null ? { 'aria-invalid': 'true' as const } : {})}
              onChoose={(value) => set(value === NOTHING ? '' : value)}
            />
            {isNumber && (
              <span class="row">
                <label for={`${id}-number`} class="hint">
                  or a number
                </label>
                <TextBox
                  id={`${id}-number`}
                  isNumber
                  value={typed}
                  onText={(text) => send({ type: 'type', field: id, text })}
                  onKeyDown={({ key }) => {
                    if (key === 'Enter' && NUMBER.test(typed.trim())) set(typed.trim());
                  }}
                />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const NUMBER = /^\d+(?:\.\d+)?$/;

/** A number that a person wrote is among the options. */
function withText(options: readonly Option[], meaning: string | null): readonly Option[] {
  const isNew = meaning !== null && NUMBER.test(meaning) && !options.some(([value]) => value === meaning);
  return isNew ? [...options, [meaning, meaning]] : options;
}
