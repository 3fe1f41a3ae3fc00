/** The names of both sides of a text in conflict, as a merge writes them (docs/interface.md#merging). */
export const sideLabels = { main: 'main', changeRequest: 'change request' }

/** The lines around both sides of a conflict, in order. */
export const conflictMarkers = [`<<<<<<< ${sideLabels.main}`, '=======', `>>>>>>> ${sideLabels.changeRequest}`] as const

/** True if a text still holds both sides of a conflict between markers. */
export function holdsBothSides(markdown: string): boolean {
  let next = 0
  for (const line of markdown.split('\n')) {
    if (line === conflictMarkers[0]) next = 1
    else if (line === conflictMarkers[next]) next += 1
    if (next === conflictMarkers.length) return true
  }
  return false
}
