import { randomBytes } from 'node:crypto';

/** Texts that occur nowhere by chance, in every place where a caller can put student data or a secret. */
export interface Marks {
  readonly student: string;
  readonly label: string;
  /** Digits of a dollar amount. */
  readonly amount: string;
  /** A cell that no field accepts, and that errors may quote to the caller. */
  readonly wrong: string;
  /** A column or JSON field that nobody knows. */
  readonly field: string;
  readonly secret: string;
}

export function newMarks(): Marks {
  const mark = (name: string) => `${name}-${randomBytes(6).toString('hex')}`;
  return {
    student: mark('STUDENT'),
    label: mark('LABEL'),
    amount: `7${randomBytes(4).readUInt32BE().toString().padStart(10, '1').slice(0, 7)}`,
    wrong: mark('WRONG'),
    field: mark('FIELD'),
    secret: mark('SECRET'),
  };
}

/** A bulk file in which every row is marked; every tenth student is wrong in a marked cell. */
export function markedFile(marks: Marks, rows: number): string {
  const header = `student_id,dependency_status,degree_level,is_legacy_borrower,cost_of_attendance,term_label,term_credits_enrolled,${marks.field}`;
  const lines = Array.from({ length: rows }, (_, index) => {
    const status = index % 10 === 3 ? marks.wrong : 'independent';
    return `${marks.student}-${index},${status},graduate,yes,${marks.amount},${marks.label},9,${marks.secret}`;
  });
  return `${[header, ...lines].join('\n')}\n`;
}

/** The parameter that lets the file of {@link markedFile} pass, whose last column is not ours. */
export function ignoring(marks: Marks): string {
  return `?ignore_columns=${marks.field}`;
}

/** A valid JSON request with marks in everything that takes text or an amount. */
export function markedStudent(marks: Marks): Record<string, unknown> {
  return {
    dependency_status: 'independent',
    degree_level: 'graduate',
    is_legacy_borrower: true,
    cost_of_attendance: marks.amount,
    terms: [{ label: marks.label, credits_enrolled: 9 }],
    [marks.field]: marks.secret,
  };
}
