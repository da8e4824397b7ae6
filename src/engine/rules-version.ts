/** Version of the rules, raised by every change that can change a figure of an answer. A trace names it. */
export const RULES_VERSION = '1';
