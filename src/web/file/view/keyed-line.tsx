import type { ComponentChildren } from 'preact';
import { Button } from '../../parts/basics.js';

/** One thing that may be chosen on a line, by its button or by its number on the keyboard. */
export interface LineChoice {
  readonly label: ComponentChildren;
  readonly isChosen?: boolean;
  readonly onPress: () => void;
}

export interface LineProps {
  /** Also that of the heading, with `-name` behind it. */
  readonly id: string;
  readonly name: ComponentChildren;
  readonly isOpen: boolean;
  readonly class?: string;
  /** What belongs here, in a sentence. */
  readonly help?: ComponentChildren;
  readonly choices: readonly LineChoice[];
  readonly children?: ComponentChildren;
  /** Shown below the choices, such as the meanings of codes. */
  readonly below?: ComponentChildren;
}

/**
 * A line of something to decide. While the focus is on it, or on one of its buttons, the digits press its choices: so a
 * file is worked through with one key a line. In a field a digit is a digit.
 */
export function KeyedLine({ id, name, isOpen, help, choices, children, below, ...own }: LineProps) {
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      class={`line ${isOpen ? 'open' : ''} ${own.class ?? ''}`.trim()}
      onKeyDown={(event) => {
        const { target, key } = event;
        if (event.altKey || event.ctrlKey || event.metaKey || isTyping(target)) return;
        const choice = /^[1-9]$/.test(key) ? choices[Number(key) - 1] : undefined;
        if (choice === undefined) return;
        event.preventDefault();
        choice.onPress();
      }}
    >
      <legend>
        {name}
        {isOpen && <span class="todo">open</span>}
      </legend>
      {help !== undefined && <div class="help hint">{help}</div>}
      <div class="what">
        {children}
        {choices.length > 0 && (
          <div class="choices">
            {choices.map(({ label, isChosen, onPress }, place) => (
              <Button
                key={place}
                aria-keyshortcuts={String(place + 1)}
                {...(isChosen === undefined ? {} : { 'aria-pressed': isChosen })}
                onPress={onPress}
              >
                {place < 9 && (
                  <span class="key" aria-hidden="true">
                    {place + 1}
                  </span>
                )}
                {label}
              </Button>
            ))}
          </div>
        )}
        {below}
      </div>
    </fieldset>
  );
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'button'].includes(target.type);
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}
