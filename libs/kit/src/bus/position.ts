/** A point in one stream's history. */
export interface Position {
  stream: string
  sequence: number
}

/** Returns the later of two points; another stream's point counts as older than any of `a`'s. */
export function later(a: Position | undefined, b: Position | undefined): Position | undefined {
  if (!a || !b) return a ?? b
  return b.stream === a.stream && b.sequence <= a.sequence ? a : b
}

/**
 * True if `wanted` is applied at `position`. A point of another stream counts as applied: a service that reads the present
 * stream was resynchronised when that began, and is not ready before.
 */
export function covers(position: Position, wanted: Position) {
  return position.stream !== wanted.stream || position.sequence >= wanted.sequence
}
