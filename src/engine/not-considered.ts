/** The one list of what the calculation leaves out (section 10). Each item can make an answer too high. */
export const NOT_CONSIDERED: Readonly<Record<string, string>> = {
  aggregate_limit: 'aggregate limits',
  lifetime_limit: 'lifetime limits',
  other_financial_assistance:
    'other financial assistance (no loan above the cost of attendance less other aid)',
  installment_conditions:
    'the conditions of 34 CFR 685.303(d) on disbursements: none above half of the loan, and two of a loan for a single term',
  grounds_of_plus_denial:
    'the grounds on which a dependent student has the higher limit (a parent denied PLUS, or other exceptional circumstances that the school documents; neither a refusal to borrow, nor an exhausted Parent PLUS limit, nor one denial where another parent is approved)',
  end_of_legacy_status:
    'whether legacy status holds (a loan for the program before July 1, 2026, and enrolled on June 30, 2026) and when it ends (after three academic years or the length of the program, and on withdrawal or when the student ceases to be enrolled)',
  professional_programs: 'whether a program is professional',
  parent_plus: "Parent PLUS loans, which a program's own limit covers as well",
  short_programs: 'programs shorter than an academic year',
  preparatory_coursework: 'the limits of preparatory and teacher-certification coursework',
  health_professions: 'the increased limits of legacy borrowers in health professions',
  nonterm_programs: 'nonterm programs',
  clock_hour_programs: 'clock-hour programs',
  subscription_programs: 'subscription programs',
  remaining_period_proration: 'the proration of the remaining period of graduating students',
  professional_judgment: 'professional judgment',
};

/** The items joined by semicolons, to be put into a sentence. */
export const NOT_CONSIDERED_TEXT = Object.values(NOT_CONSIDERED).join('; ');
