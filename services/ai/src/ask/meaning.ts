/** Gives questions vectors that say what they mean, as the sections of pages have them. */
export interface QuestionVectors {
  /** Only vectors of the same model can be compared. */
  model: string
  /** Undefined where none comes in time: then words alone decide. It never throws. */
  of(question: string, holder: string, signal: AbortSignal): Promise<Float32Array | undefined>
}

/** What a question means. */
export interface Meaning {
  model: string
  vector: Promise<Float32Array | undefined>
}
