/** Embeds questions into the vector space of the sections. */
export interface QuestionVectors {
  /** The model that made the vectors: only vectors of one model can be compared. */
  model: string
  /** Returns undefined if no vector arrives in time: then words alone decide. Never throws. */
  of(question: string, holder: string, signal: AbortSignal): Promise<Float32Array | undefined>
}

/** The embedding of a question. */
export interface Meaning {
  model: string
  vector: Promise<Float32Array | undefined>
}
