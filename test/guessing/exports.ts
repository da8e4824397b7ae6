import { proposeRecipe } from '../../src/guessing/propose.js';
import type { Recipe } from '../../src/guessing/recipe.js';
import { settle } from '../../src/guessing/settle.js';
import { openSource } from '../../src/guessing/source.js';
import type { Table } from '../../src/table/open-table.js';

/** Tables as student systems export them, made up: names of columns and codes are theirs, students are nobody. */
export const EXPORTS = {
  banner: `SPRIDEN_ID,ACADEMIC_PERIOD,TOTAL_ADJUSTED_CREDITS,TOTAL_ACTUAL_CREDITS,FED_DEPEND_STAT,NSLDS_LOAN_YEAR,ADDITIONAL_STAFFORD_AWARDS,NET_DISB_BALANCE
A00012345,202710,9,,D,0,N,1732.00
A00012345,202720,12,,D,0,N,0
A00067890,202710,6,,I,3,,0
A00067890,202720,7.5,,I,3,,0
`,
  peoplesoft: `"EMPLID"	"STRM"	"UNT_TAKEN_FA"	"FED_DEPEND_STAT"	"DIR_LND_YR"
"0001234"	"2268"	"9.00"	"D"	"1"
"0001234"	"2272"	"12.00"	"D"	"1"
"0005678"	"2268"	"6.00"	"I"	"4"
`,
  colleague: `Aid office report;;;;
Run on 22 November 2026;;;;

Colleague ID;Dep Status;Class;FALL_CREDITS;SPRING_CREDITS
0000017;Dependent;SO;9;12
0000018;Independent;SR;6;
0000019;Dependent;FR;;
`,
  powerfaids: `Student.externalStudentId1|Student.dependencyStatus|Student.gradeLevel|Term.AY_PP_SequenceDescription|Term.CreditHoursInLP|Award.FundCode|Award.AmountDisbursed
000000017|D|1|Fall 2026|9|DSUB|1,000.00
000000017|D|1|Fall 2026|9|DUNSUB|$500.00
000000017|D|1|Fall 2026|9|PELL|2000
000000017|D|1|Spring 2027|12||
000000018|I|2|Fall 2026|6|PRIVATE9|700
`,
  campusnexus: `SyStudentID,Dependency Status Description,Grade Level Description,Term,Credit Load,Lender
17,Dependent,Freshman,Fall,F,x
18,Independent,Junior,Fall,H,x
`,
} as const;

/** One of them, opened. */
export function exported(name: keyof typeof EXPORTS): Promise<Table> {
  return openSource(Buffer.from(EXPORTS[name]));
}

/** So many rounds settle everything that earlier answers bring up. */
const ROUNDS = 5;

/** What somebody makes of a file who takes the first choice of every decision. */
export function decided(source: Table): Recipe {
  let { recipe, decisions } = proposeRecipe(source);
  for (let round = 0; round < ROUNDS && decisions.some(({ open }) => open); round++) {
    for (const { open, choices } of decisions) {
      const [first] = choices;
      if (open && first !== undefined) recipe = settle(recipe, first);
    }
    ({ decisions } = proposeRecipe(source, recipe));
  }
  return recipe;
}
