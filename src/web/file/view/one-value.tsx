import { wordLabel } from '../../../contract/field-labels.js';
import type { FieldLine } from '../../../recipe/examination.js';
import { type FieldRule, kindOf, LEVELS, type Level } from '../../../recipe/recipe.js';
import { Button, Wide } from '../../parts/basics.js';
import { Choice } from '../../parts/choice.js';
import { TextBox } from '../../parts/field.js';
import { fieldId, levelsIn } from '../state/lines.js';
import type { RecipeEdit } from '../state/recipe-edits.js';
import { DraftBox } from './draft-box.js';
import type { DraftProps } from './view-props.js';

interface OneValueProps extends DraftProps {
  readonly line: FieldLine;
  readonly onValue: (rule: FieldRule) => void;
}

const NUMBER = /^\d+(?:\.\d+)?$/;

/** Where one value for everybody is said: a list where the values are known, else a number. */
export function OneValue(props: OneValueProps) {
  const { line, state, send, onValue } = props;
  if (line.field === 'term_ft_credits') return <CreditsGrid {...props} />;
  const id = `value-${fieldId(line)}`;
  const { words } = kindOf(line.field);
  const { rule } = line;
  const value = rule !== null && rule !== 'none' && 'value' in rule ? rule.value : '';
  const typed = (state.typed[id] ?? value).trim();
  const isNumber = NUMBER.test(typed);
  const use = () => onValue({ value: typed });
  return (
    <div class="row">
      <label for={id}>{line.label}, for everybody</label>
      {words.length === 0 ? (
        <>
          <TextBox
            id={id}
            isNumber
            value={state.typed[id] ?? value}
            onText={(text) => send({ type: 'type', field: id, text })}
            onKeyDown={({ key }) => {
              if (key === 'Enter' && isNumber) use();
            }}
          />
          <Button disabled={!isNumber} onPress={use}>
            {isNumber ? `Use ${typed} for everybody` : 'Use a number for everybody'}
          </Button>
        </>
      ) : (
        <Choice
          id={id}
          value={value}
          options={words.map((word) => [word, wordLabel(word)])}
          onChoose={(word) => onValue({ value: word })}
        />
      )}
    </div>
  );
}

/** Full-time credits by level and, where they differ, by term. */
function CreditsGrid({ line, draft, state, send }: OneValueProps) {
  const { recipe } = draft;
  const { field } = line;
  const { terms } = recipe;
  const id = `value-${fieldId(line)}`;
  const own = terms.map((term) => creditsOf(term.fields?.[field] ?? recipe.fields[field] ?? null));
  const common = creditsOf(recipe.fields[field] ?? null);
  const setAll = (level: Level, text: string) => {
    const rules = terms.length === 0 ? [common] : own;
    const next = rules.map((credits) => withLevel(credits, level, text));
    send({ type: 'edit', edit: editFor(field, next), line: fieldId(line), stays: true });
  };
  const setTerm = (place: number, level: Level, text: string) => {
    const next = own.map((credits, at) => (at === place ? withLevel(credits, level, text) : credits));
    send({ type: 'edit', edit: editFor(field, next), line: fieldId(line), stays: true });
  };
  const box = (boxId: string, label: string, value: string, onText: (text: string) => void) => (
    <DraftBox
      id={boxId}
      aria-label={`Full-time credits, ${label}`}
      value={value}
      isRight={isCredits}
      onText={onText}
      onEnter={() => send({ type: 'next open', after: fieldId(line) })}
      state={state}
      send={send}
    />
  );
  return (
    <Wide label="Full-time credits by level and term" class="grid">
      <table>
        <thead>
          <tr>
            <th scope="col">Level</th>
            <th scope="col">Every term</th>
            {terms.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {levelsIn(recipe).map((level, row) => {
            const all = [
              ...new Set((terms.length === 0 ? [common] : own).map((credits) => credits[level] ?? '')),
            ];
            return (
              <tr key={level}>
                <th scope="row">{wordLabel(level)}</th>
                {/* The first takes the focus. */}
                <td>
                  {box(
                    row === 0 ? id : `${id}-${level}`,
                    `${level}, every term`,
                    all.length === 1 ? (all[0] ?? '') : '',
                    (text) => setAll(level, text),
                  )}
                </td>
                {terms.map(({ label }, place) => (
                  <td key={label}>
                    {box(`${id}-${level}-${place}`, `${level}, ${label}`, own[place]?.[level] ?? '', (text) =>
                      setTerm(place, level, text),
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Wide>
  );
}

/** One rule where the credits of all terms are the same, else one for each term. */
function editFor(field: FieldLine['field'], rules: readonly Credits[]): RecipeEdit {
  const [first] = rules;
  const text = JSON.stringify(first);
  if (rules.every((each) => JSON.stringify(each) === text)) {
    return { kind: 'rule', field, term: null, rule: { by_level: first ?? {} } };
  }
  return { kind: 'by term', field, rules: rules.map((credits) => ({ by_level: credits })) };
}

/** Credits with those of a level replaced, in the order of the levels. */
function withLevel(credits: Credits, level: Level, text: string): Credits {
  const next: Credits = { ...credits, [level]: text.trim() === '' ? null : text.trim() };
  return Object.fromEntries(LEVELS.flatMap((each) => (next[each] === undefined ? [] : [[each, next[each]]])));
}

type Credits = Readonly<Partial<Record<Level, string | null | undefined>>>;

function creditsOf(rule: FieldRule): Credits {
  if (rule === null || rule === 'none') return {};
  if ('by_level' in rule) return rule.by_level;
  return 'value' in rule ? Object.fromEntries(LEVELS.map((level) => [level, rule.value])) : {};
}

function isCredits(text: string): boolean {
  return text.trim() === '' || /^(?=.*[1-9])\d{1,3}(?:\.\d{1,3})?$/.test(text.trim());
}
