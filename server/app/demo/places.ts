/** A position in each city of the demo, in degrees; it is not that of a building. */
export const CITY_PLACES: Readonly<Record<string, { readonly lat: number; readonly lng: number }>> = {
  İstanbul: { lat: 41.036, lng: 29.029 },
  Berlin: { lat: 52.454, lng: 13.377 },
  Antalya: { lat: 36.886, lng: 30.703 },
  London: { lat: 51.482, lng: -0.005 },
  İzmir: { lat: 38.423, lng: 27.143 },
  Ankara: { lat: 39.921, lng: 32.854 },
  Bursa: { lat: 40.188, lng: 29.061 },
  Trabzon: { lat: 41.003, lng: 39.717 },
  Gaziantep: { lat: 37.066, lng: 37.383 },
  Hamburg: { lat: 53.551, lng: 9.993 },
  München: { lat: 48.137, lng: 11.575 },
  Köln: { lat: 50.938, lng: 6.96 },
  Manchester: { lat: 53.481, lng: -2.242 },
  Edinburgh: { lat: 55.953, lng: -3.188 },
  Москва: { lat: 55.756, lng: 37.617 },
  'Санкт-Петербург': { lat: 59.934, lng: 30.336 },
}
