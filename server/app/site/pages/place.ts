import { placeOf } from '../../../../contract/clinic/clinic.place.ts'
import { html, type Html } from '../html.ts'
import type { SiteClinic } from '../read.ts'
import type { View } from '../view.ts'

/** Where a clinic is and how to reach it; the map is a link, since it is another site's page. */
export function placeLines({ words }: View, clinic: Omit<SiteClinic, 'terms' | 'dataPolicy'>): Html {
  const place = placeOf(clinic)
  const { location, phone, email } = clinic
  return html`<dl class="facts">
      ${
        place &&
        html`<div>
          <dt>${words.address}</dt>
          <dd>${place}</dd>
        </div>`
      }
      ${
        phone &&
        html`<div>
          <dt>${words.phone}</dt>
          <dd><a href="tel:${phone}">${phone}</a></dd>
        </div>`
      }
      ${
        email &&
        html`<div>
          <dt>${words.email}</dt>
          <dd><a href="mailto:${email}">${email}</a></dd>
        </div>`
      }
    </dl>
    ${location && html`<p><a href="${mapOf(location)}" rel="noopener noreferrer">${words.map}: ${clinic.name}</a></p>`}`
}

/** At the zoom of SPEC §9. */
const mapOf = ({ lat, lng }: NonNullable<SiteClinic['location']>) =>
  `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=18/${lat}/${lng}`
