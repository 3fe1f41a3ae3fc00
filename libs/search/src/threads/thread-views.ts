import type { View } from '../view/view.ts'
import { restoreView, type ViewState } from '../view/view-state.ts'

/** A view as the other side names it; no two have the same number. */
export interface HandedView {
  id: number
  /** Absent where the thread is thought to have it. */
  state?: ViewState | undefined
}

/** The views that a thread has at hand. Their bytes are shared with the thread that handed them over. */
export class ThreadViews {
  private readonly views = new Map<number, View>()

  get size(): number {
    return this.views.size
  }

  /** Lets go of all views but these. */
  keepOnly(ids: readonly number[]): void {
    const kept = new Set(ids)
    for (const id of this.views.keys()) if (!kept.has(id)) this.views.delete(id)
  }

  /** Undefined where the view is not here and its state was not sent. */
  viewOf({ id, state }: HandedView): View | undefined {
    const view = this.views.get(id) ?? (state && restoreView(state))
    if (view) this.views.set(id, view)
    return view
  }
}
