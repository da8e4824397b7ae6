/** What whoever is asked for a degree level has to know: no list of ours decides which programs are professional. */
export const PROFESSIONAL_HELP =
  "Professional is what the U.S. Department of Education's interim list names (updated July 10, 2026): 29 programs, among them nursing (MSN, DNP), physical therapy and physician assistant, whatever the school calls the level. A court stayed the definition on June 24, 2026.";
