import type { ComponentChildren } from 'preact';

export interface DisclosureProps {
  readonly id?: string;
  readonly summary: ComponentChildren;
  readonly isOpen: boolean;
  readonly class?: string;
  readonly onToggle: (isOpen: boolean) => void;
  readonly children: ComponentChildren;
}

/** A part that unfolds when its summary is pressed. Whether it is open is kept in the page's state, like everything else. */
export function Disclosure({ id, summary, isOpen, onToggle, children, ...own }: DisclosureProps) {
  return (
    <details
      {...own}
      id={id}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) onToggle(currentTarget.open);
      }}
    >
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
