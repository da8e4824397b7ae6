export interface paths {
    "/v1/calculate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Calculate the prorated loan limits of one student
         * @description Checks come in this order: key, content type, size, JSON, fields. Unknown fields are ignored and named in `warnings`.
         */
        post: operations["calculate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calculate/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Calculate the prorated loan limits of many students
         * @description Checks come in this order: key, content type and Accept, query, size, CSV, header. The status is decided before the first byte of the answer: a file with a parsing error anywhere is refused as a whole. If an answer cannot be finished, the connection is broken off so that the transfer fails; an incomplete answer never looks complete. The same file always gives the same bytes.
         *
         *     The answer is CSV if `Accept` is missing, is `*\/*` or `text/*`, or prefers neither type.
         */
        post: operations["calculateBulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document
         * @description Needs no key.
         */
        get: operations["describe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        CalculationRequest: {
            /**
             * @description Dependency status for federal student aid.
             * @enum {string}
             */
            dependency_status: "dependent" | "independent";
            /** @description Level of the student's program. For now, professional is what the U.S. Department of Education's interim list names (of June 29, updated July 10, 2026): 29 programs, among them nursing (MSN, DNP), physical therapy and physician assistant, whatever the school calls the level. A court stayed the definition on June 24, 2026. */
            degree_level?: "undergraduate" | "graduate" | "professional";
            /** @description Year of study. Required for undergraduates; has no effect for others. Null: undergraduates cannot be calculated without it. */
            grade_level?: ("first_year" | "second_year" | "third_year_and_beyond") | null;
            /** @description Dollars that the student's need allows as subsidized loans for the year, before the reduction: 0 or more, and no more than the student's subsidized maximum. */
            subsidized_amount?: number | string;
            /** @description Whether a dependent undergraduate may borrow the additional unsubsidized amount because a parent cannot borrow a PLUS loan: denied, or other exceptional circumstances that the school documents (34 CFR 685.203(c)(1)(ii)). No for a parent who refuses to borrow or has reached the Parent PLUS limit, and when one parent is denied but another is approved. */
            plus_denied?: boolean;
            /** @description Whether the interim exception applies: the student had a loan for this program before July 1, 2026, and was enrolled in it on June 30, 2026. It ends after three academic years or the length of the program, and when the student withdraws or ceases to be enrolled. */
            is_legacy_borrower?: boolean;
            /** @description Cost of attendance less other financial assistance, in dollars for the academic year (34 CFR 685.203(j)). Required for legacy graduate and professional borrowers: what is above $20,500 is left for Grad PLUS. Has no effect for others. Null: legacy graduate and professional borrowers cannot be calculated without it. */
            cost_of_attendance?: number | string | null;
            /** @description The program's own annual limit in dollars, above 0. It covers the loans of the student and of the parents together; Parent PLUS is not calculated here. Null: the statutory limit. */
            total_limit?: number | string | null;
            /** @description Number of terms in the academic year, 2 to 4, if it has more than are listed. Null: the listed terms are the whole academic year. */
            academic_year_terms?: number | null;
            /** @description The terms of the loan period in chronological order, 1 to 4. */
            terms: components["schemas"]["Term"][];
        };
        Term: {
            /** @description Name of the term, such as Fall 2026; returned as sent. */
            label: string;
            /** @description Whether the term counts toward the academic year even if the student does not enroll in it. */
            required?: boolean;
            /** @description Full-time credits for this term, above 0. Null: 12. */
            full_time_credits?: number | string | null;
            /** @description Planned credits, 0 or more. Null: full-time enrollment is assumed, with a warning. */
            credits_enrolled?: number | string | null;
            /** @description Final credits, 0 or more, once they are known; they replace the planned ones. Null: not known yet. */
            actual_final_credits?: number | string | null;
            /** @description Whole dollars of subsidized loans already disbursed for the term, 0 or more. Null: not paid yet (0 means the same until the final credits are known). */
            prior_disbursement_sub?: number | string | null;
            /** @description Whole dollars of unsubsidized loans already disbursed for the term, 0 or more. Null: not paid yet (0 means the same until the final credits are known). */
            prior_disbursement_unsub?: number | string | null;
            /** @description Whole dollars of Grad PLUS loans already disbursed for the term, 0 or more. Null: not paid yet (0 means the same until the final credits are known). */
            prior_disbursement_grad_plus?: number | string | null;
        };
        CalculationResult: {
            /** @description Full-time credits of the academic year: the denominator of the percent. A decimal string if the sum has more than 15 significant digits, which a double cannot carry. */
            annual_ft_credits: number | string;
            /** @description Whole percent of the annual limits that remains after the reduction. */
            reduced_annual_pct: number;
            /** @description Whole dollars of subsidized loans for the academic year. */
            annual_basic_eligibility_sub: number;
            /** @description Whole dollars of unsubsidized loans for the academic year. */
            annual_basic_eligibility_unsub: number;
            /**
             * @description Whole dollars of Grad PLUS loans for the academic year; 0 for all but legacy borrowers.
             * @default 0
             */
            annual_basic_eligibility_grad_plus: number;
            /** @description One for each term of the request, in the same order. */
            terms: components["schemas"]["TermResult"][];
            /** @description Totals of the equal split over all terms. */
            total_equal: components["schemas"]["DisbursementOption"];
            /** @description Totals of the proportional split over all terms; the same as total_equal when there is no proportional split. */
            total_proportional: components["schemas"]["DisbursementOption"];
            /** @description Whether the two splits differ in any term. */
            show_both_options: boolean;
            /** @description Sentences: the student's own, then each term's after its label. */
            warnings: string[];
            /** @description How each figure was worked out; only if it was requested. */
            trace?: components["schemas"]["Trace"];
        };
        TermResult: {
            /** @description As sent. */
            label: string;
            /** @description As sent; true if nothing was sent. */
            required: boolean;
            /** @description Planned credits, as an exact decimal; the credits assumed if null was sent. */
            credits_enrolled: number;
            /** @description Full-time credits for the term, as an exact decimal; 12 if null was sent. */
            full_time_credits: number;
            /**
             * @description Based on exact credits: the final ones once they are known.
             * @enum {string}
             */
            enrollment_status: "Full-Time" | "Part-Time" | "Less Than Half-Time" | "Not Enrolled";
            /** @description Whole percent of full-time credits, at most 100. */
            enrollment_intensity_pct: number;
            /** @description Whole percent; 0 for a term below half time. */
            disbursement_pct: number;
            /** @description Dollars for the term with what remains split equally over the terms still to be paid. */
            equal: components["schemas"]["DisbursementOption"];
            /** @description Dollars for the term with what remains split by credits. Null when no reduction applies: unequal installments are then not permitted. */
            proportional: components["schemas"]["DisbursementOption"] | null;
            /** @description Whole dollars; negative for a deduction. Already included in the amounts. */
            adjustment_sub: number;
            /** @description Whole dollars; negative for a deduction. Already included in the amounts. */
            adjustment_unsub: number;
            /** @description Whole dollars; negative for a deduction. Already included in the amounts. */
            adjustment_grad_plus: number;
            /** @description 0-based index of the term whose change in credits caused the adjustment. */
            adjustment_source_index: number | null;
            /** @description One sentence, or empty. */
            adjustment_explanation: string;
            /** @description More was disbursed of a loan type than its eligibility for the year, and this is the last term that was paid any of it. The warning says what follows. */
            final_term_overdisbursement: boolean;
            /** @description Sentences, or empty. */
            warning: string;
        };
        DisbursementOption: {
            /** @description Whole dollars. */
            subsidized: number;
            /** @description Whole dollars. */
            unsubsidized: number;
            /** @description Whole dollars. */
            grad_plus: number;
        };
        Trace: {
            /** @constant */
            format: "trace/1";
            rules: {
                award_year: string;
                /** @description Raised by every change that can change a figure. */
                version: string;
                /**
                 * Format: date
                 * @description Day as of which the rules state law and guidance, as third parties described them.
                 */
                policy_read_on: string;
                /** @description Official texts that were not read and may change a figure. Check them before you award. */
                not_read: string[];
            };
            /** @description SHA-256 of the student as read, the award year and the version of the rules: ties a printed sheet to an award. */
            digest: string;
            /** @description Ids of the steps that decided the most for this student, in the order of `steps`. */
            decisive: string[];
            /** @description In the order of the rules. Every figure of the answer is the result of exactly one step. */
            steps: components["schemas"]["TraceStep"][];
            /** @description The warnings of the answer, each with its steps. */
            warnings: {
                text: string;
                /** @description 0-based index; null for the student. */
                term: number | null;
                /** @description Ids of the steps that it follows from. */
                steps: string[];
            }[];
            /** @description What was assumed for fields that were not given. */
            assumed: {
                /** @description Path of the field. */
                input: string;
                value: string;
                /** @description Number of the rule in the rules document, and its anchor there. */
                section: string;
            }[];
            /** @description Rules of the loan program that this calculation does not cover. */
            not_considered: {
                id: string;
                /** @description Number of the rule in the rules document, and its anchor there. */
                section: string;
                /** @description What it is, in words. */
                text: string;
            }[];
        };
        TraceStep: {
            /** @description The rule, then the index of the term and the loan type if the step is for one: `equal_amount.0.sub`. */
            id: string;
            /** @description Number of the rule in the rules document, and its anchor there. */
            section: string;
            title: string;
            /** @description The loan type and the term that the step is for; both null for the year as a whole. */
            for: {
                loan: ("sub" | "unsub" | "grad_plus") | null;
                /** @description 0-based index. */
                term: number | null;
            };
            /** @description False: the rule has nothing to do for this student, and `worked` says why. */
            applies: boolean;
            inputs: {
                /** @description What it is, with the label of its term where each term has one. */
                name: string;
                /** @description Credits, and dollars that may have cents, as exact decimal text; whole dollars, percents, counts and indexes as numbers. Null: nothing was given, or there is nothing. */
                value: string | number | boolean | null;
                /**
                 * @description Unit of the value; an index is the 0-based place of a term.
                 * @enum {string}
                 */
                unit: "credits" | "dollars" | "percent" | "terms" | "index" | "yes or no" | "word";
                /** @description `step:` and the id of an earlier step, or `input:` and the path of a field of the request. */
                from: string;
            }[];
            /** @description Dated amounts of the rules. */
            parameters: {
                name: string;
                /** @description Exact decimal text. */
                value: string;
                /**
                 * @description Unit of the value; an index is the 0-based place of a term.
                 * @enum {string}
                 */
                unit: "credits" | "dollars" | "percent" | "terms" | "index" | "yes or no" | "word";
                /**
                 * Format: date
                 * @description First day on which the amount applies; for an assumed amount, the first day of the award year.
                 */
                effective: string;
                /** @description The provision that sets it. */
                source: string;
            }[];
            /** @description The rule in words, the same for every student. */
            formula: string;
            /** @description The arithmetic with this student's figures. */
            worked: string;
            rounding: string | null;
            /** @description The side of a minimum, maximum or cap that gave the result; null where there is none, or the cap is not reached. */
            decided_by: string | null;
            result: {
                /** @description Path of the figure in the answer, such as `terms.0.equal.subsidized`; null for an intermediate step. */
                field: string | null;
                /** @description Credits, and dollars that may have cents, as exact decimal text; whole dollars, percents, counts and indexes as numbers. Null: nothing was given, or there is nothing. */
                value: string | number | boolean | null;
                /**
                 * @description Unit of the value; an index is the 0-based place of a term.
                 * @enum {string}
                 */
                unit: "credits" | "dollars" | "percent" | "terms" | "index" | "yes or no" | "word";
            };
            sources: {
                /**
                 * @description `ED`: examples of the Department. `choice`: sources are silent or disagree, and `cite` is the reason.
                 * @enum {string}
                 */
                kind: "statute" | "rule" | "ED" | "handbook" | "practice" | "choice";
                /** @description The provision with its paragraph, the example or question, or the reason. */
                cite: string;
                /** @description How it was read: word for word, in excerpts, as transcribed by a third party, or restated from third parties' descriptions; null for a practice or a choice. */
                read: ("verbatim" | "excerpt" | "third party" | "restated") | null;
            }[];
            /** @description All rows of the table that the limit was chosen from, in whole dollars; only in the step that chooses. */
            table?: {
                row: string;
                subsidized_maximum: number;
                total: number;
                chosen: boolean;
            }[];
        };
        BulkResult: {
            /** @description As sent, or row:<N> for a row without one, where N counts the data rows from 1. */
            student_id: string;
            /** @description The whole result, or null when this student could not be calculated. */
            result: components["schemas"]["CalculationResult"] | null;
            /** @description Why this student could not be calculated, or null. */
            error: components["schemas"]["Error"] | null;
        };
        Error: {
            /**
             * @description Stable; match on it and never on the message. quota_exceeded is reserved (status 429) and is not sent today.
             * @enum {string}
             */
            code: "invalid_json" | "unsupported_media_type" | "validation_error" | "internal_error" | "unauthenticated" | "invalid_token" | "expired_token" | "revoked_token" | "quota_exceeded";
            /** @description A plain sentence for people that says what to do. May change. */
            message: string;
            /**
             * @description Where the problem is, or null. Members depend on the error: line, column and reason for text that cannot be parsed, row for a data row.
             * @default null
             */
            details: ({
                /** @description The field or column in question. */
                path?: string;
                /** @description A plain sentence. */
                message: string;
            } & {
                [key: string]: unknown;
            })[] | null;
        };
        FieldValidationErrorBody: {
            /**
             * @description Stable; match on it.
             * @constant
             */
            code: "validation_error";
            /** @description All fields with errors at once: the path of each, such as terms.1.credits_enrolled, with a sentence that says what is expected and what was given. */
            field_errors: {
                [key: string]: string;
            };
        };
    };
    responses: never;
    parameters: {
        /**
         * @description Your own id for the request: 1 to 128 letters, digits, periods, underscores and hyphens (A-Z a-z 0-9 . _ -). It is returned in the answer and written to the logs. An id in any other form is ignored.
         * @example award-run-2026-08-14.0017
         */
        RequestId: string;
        /** @description true puts a UTF-8 byte order mark at the start of a CSV answer, so that Excel recognizes UTF-8. NDJSON never has one. */
        ByteOrderMark: boolean;
        /** @description true adds `trace` to the answer: each figure as the result of one step, with its inputs, rule, rounding and sources. Any value other than true or false gets a 422. */
        Trace: boolean;
        /** @description The award year whose limits the students are calculated with. A year without a table is refused, and the error names the years that have one. */
        AwardYear: "2026-27";
        /**
         * @description Columns of the file that are not ours and need not be read: their names, separated by commas, or `*` for all of them. Names are compared as those of our columns are; a name that the file lacks is no error, and a column of ours is refused. A comma within a name is left out. Any other column that is not ours is refused.
         * @example Last Name,GPA
         */
        IgnoreColumns: string;
        /** @description gzip if the body is compressed; size limits apply after decompression. */
        ContentEncoding: "identity" | "gzip";
    };
    requestBodies: never;
    headers: {
        /**
         * @description The id of the request: your own if it was usable, otherwise a new one. Give it to the operator.
         * @example award-run-2026-08-14.0017
         */
        "X-Request-Id": string;
        /**
         * @description Columns of the file that were not read, as ignore_columns allowed: their names, percent-encoded and separated by commas; after the first 20, how many more there are (`and%2012%20more`). Absent if every column was read.
         * @example Last%20Name,GPA
         */
        "X-Ignored-Columns": string;
        /**
         * @description The award year whose limits the file was calculated with.
         * @example 2026-27
         */
        "X-Award-Year": "2026-27";
        /** @description The scheme to authenticate with. */
        "WWW-Authenticate": "Bearer";
        /**
         * @description The methods that the path supports.
         * @example POST
         */
        Allow: string;
        /**
         * @description Seconds to wait before sending the request again.
         * @example 10
         */
        "Retry-After": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    calculate: {
        parameters: {
            query?: {
                /** @description true adds `trace` to the answer: each figure as the result of one step, with its inputs, rule, rounding and sources. Any value other than true or false gets a 422. */
                trace?: components["parameters"]["Trace"];
                /** @description The award year whose limits the students are calculated with. A year without a table is refused, and the error names the years that have one. */
                award_year?: components["parameters"]["AwardYear"];
            };
            header?: {
                /**
                 * @description Your own id for the request: 1 to 128 letters, digits, periods, underscores and hyphens (A-Z a-z 0-9 . _ -). It is returned in the answer and written to the logs. An id in any other form is ignored.
                 * @example award-run-2026-08-14.0017
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description gzip if the body is compressed; size limits apply after decompression. */
                "Content-Encoding"?: components["parameters"]["ContentEncoding"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description One student, in UTF-8, plain or gzip. At most 1 MiB (1,048,576 bytes) after decompression. A key that appears twice in one object is refused. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CalculationRequest"];
            };
        };
        responses: {
            /** @description The limits for the year and for each term. With `?trace=true`, also how each figure was worked out, step by step. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalculationResult"];
                };
            };
            /** @description `invalid_json`: JSON or CSV that cannot be parsed, or an empty body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "invalid_json";
                    };
                };
            };
            /** @description `unauthenticated`: The Authorization header is missing, or not "Bearer <token>". `invalid_token`: The token has the wrong format or was never issued. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "unauthenticated" | "invalid_token";
                    };
                };
            };
            /** @description `expired_token`: The token has expired. `revoked_token`: The token was revoked. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "expired_token" | "revoked_token";
                    };
                };
            };
            /** @description `validation_error`: There is nothing at this path. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "validation_error";
                    };
                };
            };
            /** @description `validation_error`: The path does not support this method. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "validation_error";
                    };
                };
            };
            /** @description `validation_error`: The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "validation_error";
                    };
                };
            };
            /** @description `validation_error`: The body is over a limit. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "validation_error";
                    };
                };
            };
            /** @description `unsupported_media_type`: The content type, charset or content encoding is not accepted. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `validation_error`: The request cannot be calculated as given. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldValidationErrorBody"] | (components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "validation_error";
                    });
                };
            };
            /** @description `internal_error`: Something unexpected happened on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "internal_error";
                    };
                };
            };
            /** @description `internal_error`: The service cannot take the request right now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "internal_error";
                    };
                };
            };
        };
    };
    calculateBulk: {
        parameters: {
            query?: {
                /** @description The award year whose limits the students are calculated with. A year without a table is refused, and the error names the years that have one. */
                award_year?: components["parameters"]["AwardYear"];
                /**
                 * @description Columns of the file that are not ours and need not be read: their names, separated by commas, or `*` for all of them. Names are compared as those of our columns are; a name that the file lacks is no error, and a column of ours is refused. A comma within a name is left out. Any other column that is not ours is refused.
                 * @example Last Name,GPA
                 */
                ignore_columns?: components["parameters"]["IgnoreColumns"];
                /** @description true puts a UTF-8 byte order mark at the start of a CSV answer, so that Excel recognizes UTF-8. NDJSON never has one. */
                bom?: components["parameters"]["ByteOrderMark"];
            };
            header?: {
                /**
                 * @description Your own id for the request: 1 to 128 letters, digits, periods, underscores and hyphens (A-Z a-z 0-9 . _ -). It is returned in the answer and written to the logs. An id in any other form is ignored.
                 * @example award-run-2026-08-14.0017
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description gzip if the body is compressed; size limits apply after decompression. */
                "Content-Encoding"?: components["parameters"]["ContentEncoding"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * @description A CSV file (RFC 4180) in UTF-8, with or without a byte order mark, LF or CRLF, cells in quotes where needed, with a header row. At most 256 MiB (268,435,456 bytes) after decompression.
         *
         *     One row for each student and term, the terms of a student in chronological order. Rows with the same student_id belong together wherever they are in the file; if you split a file, keep them in one part. The columns that describe the student must agree on all of the student's rows, and no row may appear twice, or that student fails.
         *
         *     Columns may be in any order. Case, blanks, hyphens and underscores make no difference in their names: `Student ID` is student_id. At least one of term_credits_enrolled and term_actual_final_credits is required. A column that is not in the table is refused, so that none is passed over in silence: rename it, remove it, or name it in `ignore_columns`. The columns that were ignored are named in the response header X-Ignored-Columns.
         *
         *     Cells are trimmed. Words are read in any case, and with blanks or hyphens for underscores (`First Year`). Blank lines and rows without a filled cell are skipped. Messages number rows as a spreadsheet does: the header is row 1.
         *
         *     | Column | Required | Values | Blank means | What it is |
         *     | --- | --- | --- | --- | --- |
         *     | `student_id` | no | any text | the row is its own student, named `row:<N>`, where N counts the data rows from 1 | Rows with the same id are one student. Leading zeros are kept. |
         *     | `dependency_status` | yes | `dependent`, `independent` | error | Dependency status for federal student aid. |
         *     | `degree_level` | no | `undergraduate`, `graduate`, `professional` | undergraduate | Level of the student's program. For now, professional is what the U.S. Department of Education's interim list names (of June 29, updated July 10, 2026): 29 programs, among them nursing (MSN, DNP), physical therapy and physician assistant, whatever the school calls the level. A court stayed the definition on June 24, 2026. |
         *     | `grade_level` | no | `first_year`, `second_year`, `third_year_and_beyond` | undergraduates cannot be calculated without it | Year of study. Required for undergraduates; has no effect for others. |
         *     | `subsidized_amount` | no | an amount: `3500`, `3,500`, `$3,500.00`; `-` or `$-` for zero | 0 | Dollars that the student's need allows as subsidized loans for the year, before the reduction: 0 or more, and no more than the student's subsidized maximum. |
         *     | `plus_denied` | no | `true`, `false`, `1`, `0`, `yes`, `no`, `y`, `n` | false | Whether a dependent undergraduate may borrow the additional unsubsidized amount because a parent cannot borrow a PLUS loan: denied, or other exceptional circumstances that the school documents (34 CFR 685.203(c)(1)(ii)). No for a parent who refuses to borrow or has reached the Parent PLUS limit, and when one parent is denied but another is approved. |
         *     | `is_legacy_borrower` | no | `true`, `false`, `1`, `0`, `yes`, `no`, `y`, `n` | false | Whether the interim exception applies: the student had a loan for this program before July 1, 2026, and was enrolled in it on June 30, 2026. It ends after three academic years or the length of the program, and when the student withdraws or ceases to be enrolled. |
         *     | `cost_of_attendance` | no | an amount: `3500`, `3,500`, `$3,500.00`; `-` or `$-` for zero | legacy graduate and professional borrowers cannot be calculated without it | Cost of attendance less other financial assistance, in dollars for the academic year (34 CFR 685.203(j)). Required for legacy graduate and professional borrowers: what is above $20,500 is left for Grad PLUS. Has no effect for others. |
         *     | `total_limit` | no | an amount: `3500`, `3,500`, `$3,500.00`; `-` or `$-` for zero | the statutory limit | The program's own annual limit in dollars, above 0. It covers the loans of the student and of the parents together; Parent PLUS is not calculated here. |
         *     | `academic_year_terms` | no | a whole number | the listed terms are the whole academic year | Number of terms in the academic year, 2 to 4, if it has more than are listed. |
         *     | `term_label` | yes | 1 to 200 characters | error | Name of the term, such as Fall 2026; returned as sent. |
         *     | `term_required` | no | `true`, `false`, `1`, `0`, `yes`, `no`, `y`, `n` | true | Whether the term counts toward the academic year even if the student does not enroll in it. |
         *     | `term_ft_credits` | no | a number such as `12` or `7.5` | 12 | Full-time credits for this term, above 0. |
         *     | `term_credits_enrolled` | one of the two | a number such as `12` or `7.5` | full-time enrollment is assumed, with a warning | Planned credits, 0 or more. |
         *     | `term_actual_final_credits` | one of the two | a number such as `12` or `7.5` | not known yet | Final credits, 0 or more, once they are known; they replace the planned ones. |
         *     | `term_prior_disbursement_sub` | no | whole dollars: `1750`, `1,750`, `$1,750.00`; `-` or `$-` for zero | not paid yet (0 means the same until the final credits are known) | Whole dollars of subsidized loans already disbursed for the term, 0 or more. |
         *     | `term_prior_disbursement_unsub` | no | whole dollars: `1750`, `1,750`, `$1,750.00`; `-` or `$-` for zero | not paid yet (0 means the same until the final credits are known) | Whole dollars of unsubsidized loans already disbursed for the term, 0 or more. |
         *     | `term_prior_disbursement_grad_plus` | no | whole dollars: `1750`, `1,750`, `$1,750.00`; `-` or `$-` for zero | not paid yet (0 means the same until the final credits are known) | Whole dollars of Grad PLUS loans already disbursed for the term, 0 or more. |
         */
        requestBody: {
            content: {
                "text/csv": string;
            };
        };
        responses: {
            /**
             * @description A CSV file in UTF-8 with a header row and CRLF, sent as `text/csv; charset=utf-8; header=present`. **One row for every row of the request.** Students come in the order of their first row, terms in the order of the request, so if each student's rows are together, the answer matches the file row for row.
             *
             *     A student with an error fails alone: each of the student's rows comes back with student_id, term_label and error, the other cells empty. An error reads `field: message; field: message (rows 14-15)`. A null is an empty cell; warnings are joined by "; ".
             *
             *     Columns, in this order, with the member of a BulkResult that each holds (`terms[]` is the term of the row):
             *
             *     | Column | Holds |
             *     |---|---|
             *     | student_id | student_id |
             *     | term_label | result.terms[].label |
             *     | term_enrollment_status | result.terms[].enrollment_status |
             *     | term_enrollment_intensity_pct | result.terms[].enrollment_intensity_pct |
             *     | term_disbursement_pct | result.terms[].disbursement_pct |
             *     | term_equal_subsidized | result.terms[].equal.subsidized |
             *     | term_equal_unsubsidized | result.terms[].equal.unsubsidized |
             *     | term_equal_grad_plus | result.terms[].equal.grad_plus |
             *     | term_proportional_subsidized | result.terms[].proportional.subsidized |
             *     | term_proportional_unsubsidized | result.terms[].proportional.unsubsidized |
             *     | term_proportional_grad_plus | result.terms[].proportional.grad_plus |
             *     | term_adjustment_sub | result.terms[].adjustment_sub |
             *     | term_adjustment_unsub | result.terms[].adjustment_unsub |
             *     | term_adjustment_grad_plus | result.terms[].adjustment_grad_plus |
             *     | term_adjustment_source_index | result.terms[].adjustment_source_index |
             *     | term_adjustment_explanation | result.terms[].adjustment_explanation |
             *     | term_final_term_overdisbursement | result.terms[].final_term_overdisbursement |
             *     | term_warning | result.terms[].warning |
             *     | annual_ft_credits | result.annual_ft_credits |
             *     | reduced_annual_pct | result.reduced_annual_pct |
             *     | annual_basic_eligibility_sub | result.annual_basic_eligibility_sub |
             *     | annual_basic_eligibility_unsub | result.annual_basic_eligibility_unsub |
             *     | annual_basic_eligibility_grad_plus | result.annual_basic_eligibility_grad_plus |
             *     | total_equal_subsidized | result.total_equal.subsidized |
             *     | total_equal_unsubsidized | result.total_equal.unsubsidized |
             *     | total_equal_grad_plus | result.total_equal.grad_plus |
             *     | total_proportional_subsidized | result.total_proportional.subsidized |
             *     | total_proportional_unsubsidized | result.total_proportional.unsubsidized |
             *     | total_proportional_grad_plus | result.total_proportional.grad_plus |
             *     | show_both_options | result.show_both_options |
             *     | warnings | result.warnings |
             *     | error | error.message |
             *
             *     If the Accept header prefers application/x-ndjson: one line of JSON for each student, a BulkResult, in the order of their first rows. Lines end with LF.
             */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Award-Year": components["headers"]["X-Award-Year"];
                    "X-Ignored-Columns": components["headers"]["X-Ignored-Columns"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description `invalid_json`: JSON or CSV that cannot be parsed, or an empty body. `validation_error`: A query parameter cannot be used. `validation_error`: A file was sent with HTTP/1.0, also by a proxy on the way. `validation_error`: A CSV header row that cannot be used. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "invalid_json" | "validation_error";
                    };
                };
            };
            /** @description `unauthenticated`: The Authorization header is missing, or not "Bearer <token>". `invalid_token`: The token has the wrong format or was never issued. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "unauthenticated" | "invalid_token";
                    };
                };
            };
            /** @description `expired_token`: The token has expired. `revoked_token`: The token was revoked. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "expired_token" | "revoked_token";
                    };
                };
            };
            /** @description `validation_error`: There is nothing at this path. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "validation_error";
                    };
                };
            };
            /** @description `validation_error`: The path does not support this method. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "validation_error";
                    };
                };
            };
            /** @description `unsupported_media_type`: Accept allows none of the types offered. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `validation_error`: The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "validation_error";
                    };
                };
            };
            /** @description `validation_error`: The body is over a limit. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "validation_error";
                    };
                };
            };
            /** @description `unsupported_media_type`: The content type, charset or content encoding is not accepted. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `internal_error`: Something unexpected happened on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "internal_error";
                    };
                };
            };
            /** @description `internal_error`: The service cannot take the request right now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "internal_error";
                    };
                };
            };
        };
    };
    describe: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id for the request: 1 to 128 letters, digits, periods, underscores and hyphens (A-Z a-z 0-9 . _ -). It is returned in the answer and written to the logs. An id in any other form is ignored.
                 * @example award-run-2026-08-14.0017
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The OpenAPI document of this API, with the limits of this installation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description `validation_error`: There is nothing at this path. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "validation_error";
                    };
                };
            };
            /** @description `validation_error`: The path does not support this method. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "validation_error";
                    };
                };
            };
            /** @description `internal_error`: Something unexpected happened on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "internal_error";
                    };
                };
            };
            /** @description `internal_error`: The service cannot take the request right now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "internal_error";
                    };
                };
            };
        };
    };
}
