/** Made-up exports as three student systems write them, with the mistakes that people meet in them. */

/** Banner: long, one row for each student and term, codes for dependency and loan year. Four students have a mistake. */
export const BANNER: string = [
  'SPRIDEN_ID,LAST_NAME,ACADEMIC_PERIOD,TOTAL_ANTICIPATED_CREDITS,FED_DEPEND_STAT,NSLDS_LOAN_YEAR,NEED_AMOUNT',
  '00012345,Alvarez,202710,12,D,1,3500',
  '00012345,Alvarez,202720,6,D,1,3500',
  '00023456,"O""Brien",202710,9,I,3,2000',
  '00023456,"O""Brien",202720,9,I,3,2000',
  // No loan year.
  '00034567,Chen,202710,12,D,,3500',
  '00034567,Chen,202720,12,D,,3500',
  // More credits than no credits: a minus.
  '00045678,Dubois,202710,-12,D,2,1000',
  '00045678,Dubois,202720,12,D,2,1000',
  // Two rows that do not agree.
  '00056789,Eze,202710,6,D,2,1000',
  '00056789,Eze,202720,6,I,2,1000',
  // A letter instead of a number of credits.
  '00067890,Farah,202710,F,I,4,0',
  '00067890,Farah,202720,H,I,4,0',
  '00078901,Garcia,202710,7.5,I,5,5500',
  '00078901,Garcia,202720,12,I,5,5500',
  '',
].join('\r\n');

/** PeopleSoft: wide, one row for each student, a column of credits for each term, tabs between them. */
export const PEOPLESOFT: string = [
  'EMPLID\tDependency Status\tYear in School\tFALL_CREDITS\tSPRING_CREDITS\tNeed',
  '0000111\tDependent\tFR\t12\t6\t"3,500"',
  '0000112\tIndependent\tSR\t9\t9\t$2,000.00',
  '0000113\tDependent\tSO\t12\t0\t1000',
  '0000114\tDependent\tJR\t\t12\t0',
  '0000115\tIndependent\tJR\t15\t3\t5500',
  '',
].join('\r\n');

/** Colleague: semicolons, as a spreadsheet writes them where the comma is the decimal sign, in Windows-1252, with a title. */
export const COLLEAGUE: string = [
  'Aid file 2026-27;;;;;',
  'Colleague ID;Term;Credit Hours;Dep Status;Class;Aid Campus',
  '7000001;Otoño 2026;12;Dependent;Freshman;Cañada',
  '7000001;Primavera 2027;6;Dependent;Freshman;Cañada',
  '7000002;Otoño 2026;7.5;Independent;Senior;Cañada',
  '7000002;Primavera 2027;9;Independent;Senior;Cañada',
  '',
].join('\r\n');

/** A ledger: one row for each fund that was paid in a term, with names beside. */
export const LEDGER: string = [
  'EMPLID,LAST_NAME,STRM,UNT_TAKEN_FA,DEP_STAT,CLASS,Ledger Fund,DISBURSED_BALANCE',
  '001,Miller,Fall,12,I,JR,WORK,100',
  '001,Miller,Fall,12,I,JR,DUNSUB,200',
  '001,Miller,Fall,12,I,JR,PELL,900',
  '001,Miller,Spring,6,I,JR,PELL,450',
  '',
].join('\n');
