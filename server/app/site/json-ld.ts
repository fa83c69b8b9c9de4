import { plainOf } from '../../../contract/kernel/rich-text.rules.ts'
import { LARGEST_PICTURE } from '../../../contract/file.ts'
import { paths } from './paths.ts'
import type { Article, DoctorPage, SiteClinic } from './read.ts'
import { fullName, valueOf, type View } from './view.ts'

/**
 * A page's content in the terms of schema.org (https://schema.org/Physician and others); it says nothing that the page
 * does not.
 */

const about = { '@context': 'https://schema.org' } as const

export function physicianOf(view: View, doctor: DoctorPage, specialties: string) {
  const { site, language } = view
  const { mean, count } = doctor.rating
  return {
    ...about,
    '@type': 'Physician',
    name: fullName(doctor),
    url: site.base + paths.doctor(language, doctor),
    ...(doctor.photoId && { image: site.base + paths.picture(doctor.photoId, LARGEST_PICTURE) }),
    ...(specialties && { medicalSpecialty: specialties }),
    ...(doctor.languages.length > 0 && { knowsLanguage: doctor.languages }),
    ...(doctor.city && { address: { '@type': 'PostalAddress', addressLocality: doctor.city } }),
    ...(mean !== null &&
      count > 0 && {
        aggregateRating: { '@type': 'AggregateRating', ratingValue: mean, bestRating: 5, ratingCount: count },
      }),
    ...(doctor.comments.length > 0 && {
      review: doctor.comments.map((comment) => ({
        '@type': 'Review',
        author: { '@type': 'Person', name: comment.author },
        datePublished: comment.createdAt.slice(0, 10),
        ...(comment.content && { reviewBody: comment.content }),
        reviewRating: { '@type': 'Rating', ratingValue: comment.rate, bestRating: 5 },
      })),
    }),
    ...(doctor.clinics.length > 0 && { memberOf: doctor.clinics.map((clinic) => placeOf(view, clinic)) }),
  }
}

export const clinicOf = (view: View, clinic: Omit<SiteClinic, 'terms' | 'dataPolicy'>) => ({
  ...about,
  ...placeOf(view, clinic),
})

const placeOf = (view: View, clinic: Omit<SiteClinic, 'terms' | 'dataPolicy'>) => ({
  '@type': 'MedicalClinic',
  name: clinic.name,
  ...(clinic.logoId && { logo: view.site.base + paths.picture(clinic.logoId, LARGEST_PICTURE) }),
  ...(clinic.phone && { telephone: clinic.phone }),
  ...(clinic.email && { email: clinic.email }),
  address: {
    '@type': 'PostalAddress',
    ...(clinic.address && { streetAddress: clinic.address }),
    addressLocality: clinic.city,
    ...(clinic.country && { addressCountry: clinic.country }),
  },
  ...(clinic.location && {
    geo: { '@type': 'GeoCoordinates', latitude: clinic.location.lat, longitude: clinic.location.lng },
  }),
})

export const faqOf = (questions: DoctorPage['questions']) => ({
  ...about,
  '@type': 'FAQPage',
  mainEntity: questions.map(({ content, answer }) => ({
    '@type': 'Question',
    name: content,
    acceptedAnswer: { '@type': 'Answer', text: plainOf(answer) },
  })),
})

export const articleOf = ({ site }: View, article: Article) => ({
  ...about,
  '@type': 'Article',
  headline: article.title,
  inLanguage: article.language,
  datePublished: article.createdAt,
  dateModified: article.updatedAt,
  mainEntityOfPage: site.base + paths.article(article.language, article),
  ...(article.promoId && { image: site.base + paths.picture(article.promoId, LARGEST_PICTURE) }),
  author: article.author
    ? {
        '@type': 'Person',
        name: fullName(article.author),
        url: site.base + paths.doctor(article.language, article.author),
      }
    : { '@type': 'Organization', name: site.name, url: site.base },
  publisher: { '@type': 'Organization', name: site.name, url: site.base },
})

export const siteOfData = ({ site, language, words }: View) => ({
  ...about,
  '@type': 'WebSite',
  name: site.name,
  url: site.base + paths.home(language),
  inLanguage: language,
  description: site.clinic
    ? valueOf(site.clinic.seoDescription, language) || words.clinicDescription(site.clinic.name, site.clinic.city)
    : words.platformDescription,
})

/** The breadcrumbs of a page, from the home page on. */
export const breadcrumbOf = ({ site, language, words }: View, steps: readonly (readonly [string, string])[]) => ({
  ...about,
  '@type': 'BreadcrumbList',
  itemListElement: [[words.home, paths.home(language)] as const, ...steps].map(([name, path], i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    item: site.base + path,
  })),
})
