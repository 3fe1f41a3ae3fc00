import { openSegment } from '../segment/segment.ts'
import { type View, withBases } from './view.ts'

/** A view in the form that another thread receives. Shared memory is not copied; bytes that are not shared are. */
export interface ViewState {
  segments: { bytes: Uint8Array; live: Uint32Array }[]
  spaces: string[]
  totals: Float64Array
}

export function viewState({ segments, spaces, totals }: View): ViewState {
  return {
    segments: segments.map(({ segment: { bytes }, live }) => ({ bytes, live })),
    spaces: [...spaces.keys()],
    totals,
  }
}

/** Restores the view of a state, in time linear in its segments and spaces. */
export function restoreView({ segments, spaces, totals }: ViewState): View {
  const restored = withBases(segments.map(({ bytes, live }) => ({ segment: openSegment(bytes), live })))
  const documents = restored.reduce((sum, { segment }) => sum + segment.documents, 0)
  return { segments: restored, documents, spaces: new Map(spaces.map((name, index) => [name, index + 1])), totals }
}
