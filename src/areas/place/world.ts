import type { FeatureCollection, MultiLineString } from 'geojson'
import type { StyleSpecification } from 'maplibre-gl'
import { feature } from 'topojson-client'

type World = Parameters<typeof feature>[0]

/** The outlines of the countries (Natural Earth, public domain) in the app's own colours. */
export async function worldStyle(): Promise<StyleSpecification> {
  const { default: atlas } = await import('world-atlas/countries-50m.json')
  const world = atlas as unknown as World // the package's JSON is a topology; TypeScript infers its literals too widely
  const countries = world.objects['countries']
  if (!countries) throw new Error('the atlas has no countries')
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: feature(world, countries) },
      grid: { type: 'geojson', data: gridAround({ lat: 0, lng: 0 }, 3) },
    },
    layers: [
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colourOf('--surface') } },
      { id: 'grid', type: 'line', source: 'grid', paint: { 'line-color': colourOf('--line') } },
      { id: 'borders', type: 'line', source: 'land', paint: { 'line-color': colourOf('--line-strong') } },
    ],
  }
}

/** The current colours, layer by layer: theme and brand may change while a map is open. */
export const worldColours = () =>
  [
    ['land', 'fill-color', colourOf('--surface')],
    ['grid', 'line-color', colourOf('--line')],
    ['borders', 'line-color', colourOf('--line-strong')],
  ] as const

/** Lines of latitude and longitude about 100 px apart, so that movement can be seen where the map is empty. */
export function gridAround(
  { lat, lng }: { lat: number; lng: number },
  zoom: number,
): FeatureCollection<MultiLineString> {
  const step = 90 / 2 ** Math.round(zoom)
  const lines: [number, number][][] = []
  const [south, west] = [Math.floor(lat / step) * step, Math.floor(lng / step) * step]
  const far = LINES * step
  for (let i = -LINES; i <= LINES; i++) {
    const parallel = south + i * step
    const meridian = west + i * step
    if (Math.abs(parallel) < 85)
      lines.push([
        [west - far, parallel],
        [west + far, parallel],
      ])
    lines.push([
      [meridian, Math.max(-85, south - far)],
      [meridian, Math.min(85, south + far)],
    ])
  }
  const geometry: MultiLineString = { type: 'MultiLineString', coordinates: lines }
  return { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry }] }
}

const LINES = 24

/**
 * A colour token as the map's renderer can read it: it does not know oklch, so the browser paints a pixel and reads it.
 */
function colourOf(token: string): string {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!context) return 'gray'
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(token)
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}
