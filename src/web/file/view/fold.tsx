import { Disclosure, type DisclosureProps } from '../../parts/disclosure.js';
import type { ViewProps } from './view-props.js';

interface FoldProps extends ViewProps, Omit<DisclosureProps, 'isOpen' | 'onToggle'> {
  /** Under which the state keeps whether a person has unfolded it, or folded what is open at first. */
  readonly name: string;
  readonly isOpenAtFirst?: boolean;
}

/** A part of the page that unfolds when its summary is pressed. */
export function Fold({ name, isOpenAtFirst = false, state, send, ...rest }: FoldProps) {
  return (
    <Disclosure
      {...rest}
      isOpen={state.open.has(name) !== isOpenAtFirst}
      onToggle={(isOpen) => send({ type: 'unfold', name, isOpen: isOpen !== isOpenAtFirst })}
    />
  );
}
