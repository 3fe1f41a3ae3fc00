import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
// The format of MaxMind is that of all such databases; H3 is the grid that the published interface names points by.
import { latLngToCell } from 'h3-js'
import { Reader } from 'mmdb-lib'

/** Where an address is, as far as the database says. */
export interface Place {
  country: string | null
  /** A cell of the grid as a decimal number; PostgreSQL computes with it. */
  geo: string | null
}

const nowhere: Place = { country: null, geo: null }

/** The precision of stored points: cells of about five square kilometres, no finer than such databases are. */
export const storedPrecision = 7

/** The part of a record that is read; databases of cities and of countries have more. */
interface Located {
  country?: { iso_code?: string }
  location?: { latitude?: number; longitude?: number }
}

/** Opens a database of addresses in the format MMDB. Without a file every address is nowhere. Throws if it is damaged. */
export function openGeo(file: string | undefined): (address: string | undefined) => Place {
  if (file === undefined) return () => nowhere
  const reader = readerOf(file)
  return (text = '') => {
    // Of an address of IPv6 only the network is passed on.
    const [address = ''] = text.split('/')
    if (!isIP(address)) return nowhere
    const { country, location } = (reader.get(address) as Located | null) ?? {}
    const { latitude, longitude } = location ?? {}
    const isPoint = latitude !== undefined && longitude !== undefined
    return {
      country: country?.iso_code ?? null,
      geo: isPoint ? BigInt(`0x${latLngToCell(latitude, longitude, storedPrecision)}`).toString() : null,
    }
  }
}

function readerOf(file: string): Reader<never> {
  try {
    return new Reader<never>(readFileSync(file))
  } catch (cause) {
    throw new Error(`Configuration: INSIGHTS_GEO_FILE: ${file} cannot be read: ${(cause as Error).message}`, { cause })
  }
}
