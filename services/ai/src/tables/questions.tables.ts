/** Questions that were made from the pages of spaces. */
export interface QuestionTables {
  /** The content from which a space's questions were made (ask/questions/question-maker.ts). */
  question_set: { space_id: string; made_of: string | null; claimed_until: Date | null }
  /** Questions that pages answer, in the order of their space. `revision` is that of the page's row. */
  question: {
    space_id: string
    place: number
    organization_id: string
    page_id: string
    revision: string
    question: string
  }
}
