const NEXT = 'Open it there and save the table as "Excel Workbook (.xlsx)" or as "CSV UTF-8".';

/** What a zip archive that is no workbook is, by the names of its parts, and what to do, in sentences. */
export function foreignArchive(names: readonly string[]): string {
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  if (has(/^xl\/workbook\.bin$/i)) return `The file is a binary Excel workbook (.xlsb). ${NEXT}`;
  if (has(/^Index(?:\.zip|\/(?:Document|Tables\/).*)$/) || has(/\.iwa$/)) {
    return 'The file is of Apple Numbers or Pages. Open it there, choose File > Export To > Excel or CSV, and take that file.';
  }
  if (names.includes('mimetype') && has(/^content\.xml$/)) {
    return `The file is an OpenDocument file (.ods), as LibreOffice saves it. ${NEXT}`;
  }
  if (has(/^word\//)) return 'The file is a Word document. Export the students as CSV or as a workbook.';
  if (has(/^ppt\//)) return 'The file is a presentation. Export the students as CSV or as a workbook.';
  const table = names.find((name) => /\.(?:csv|tsv|txt|xlsx|xls)$/i.test(name));
  if (table !== undefined) return `The file is a zip archive that holds "${table}". Unpack it first.`;
  return 'The file is a zip archive but no Excel workbook (.xlsx) that can be read. Save it as "Excel Workbook (.xlsx)" or as "CSV UTF-8".';
}
