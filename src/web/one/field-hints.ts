/** What a field's label does not say, in the words of an aid office. Fields that need only their label have no hint. */
export const FIELD_HINTS: Readonly<Record<string, string>> = {
  subsidized_amount: 'Enter 0 if there is none.',
  plus_denied:
    'Denied for credit, and no other parent was approved. A parent who chose not to borrow, or who reached the PLUS limit, does not count.',
  is_legacy_borrower:
    'Borrowed for this program before July 1, 2026. The exception ends after three award years, or with the program.',
  cost_of_attendance: 'For the academic year. It decides the Grad PLUS limit.',
  total_limit: 'Only if the school set a lower limit for the program.',
  academic_year_terms: 'If the academic year has more terms than you list here.',
  required: 'Off for a summer or another term that counts only if the student enrolls.',
  actual_final_credits: 'Once they are known. They replace the credits above.',
};
