import { cellToCenterChild, cellToLatLng } from 'h3-js'
import { sql as raw } from 'kysely'
import { storedPrecision } from '../events/geo.ts'
import type { Dimension, Key } from './dimension.ts'

/** The finest precision of the grid. */
const finest = 15

/**
 * Returns the dimension of points. Cells coarser than the stored ones are computed from the index: its bits 52 to 55 are
 * the precision, and three bits for each finer precision are set.
 */
export function geoDimension(precision = storedPrecision): Dimension {
  const coarse = Math.min(precision, storedPrecision)
  const unused = 3 * (finest - coarse)
  const cell = raw`(event.geo & ~(15::bigint << 52) | (${raw.lit(coarse)}::bigint << 52) | ((1::bigint << ${raw.lit(unused)}) - 1))`
  return {
    rolled: coarse === storedPrecision ? 'geo' : undefined,
    key: coarse === storedPrecision ? raw<Key>`to_hex(event.geo)` : raw<Key>`to_hex(${cell})`,
    toKey: (value) => (value === null ? null : String(Object(value).h3)),
    fromKey: (key) => (key === null ? null : pointOf(key, precision)),
  }
}

function pointOf(cell: string, precision: number) {
  const h3 = precision > storedPrecision ? cellToCenterChild(cell, precision) : cell
  const [latitude, longitude] = cellToLatLng(h3)
  return { latitude, longitude, h3 }
}
