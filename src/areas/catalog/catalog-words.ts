import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CatalogName } from '../../../contract/catalog/catalog.ts'

type Words = Readonly<
  Record<'title' | 'name' | 'search' | 'adding' | 'editing' | 'none' | 'placeholder', MessageDescriptor>
>

/** The texts in which the three lists differ. */
export const CATALOG_WORDS: Readonly<Record<CatalogName, Words>> = {
  symptom: {
    title: msg`Symptoms`,
    name: msg`Symptom`,
    search: msg`Search symptoms`,
    adding: msg`New symptom, in Turkish`,
    editing: msg`Edit the symptom`,
    none: msg`No symptoms yet`,
    placeholder: msg`such as Baş ağrısı`,
  },
  disease: {
    title: msg`Diseases`,
    name: msg`Disease`,
    search: msg`Search diseases`,
    adding: msg`New disease, in Turkish`,
    editing: msg`Edit the disease`,
    none: msg`No diseases yet`,
    placeholder: msg`for example, Astım`,
  },
  treatment: {
    title: msg`Treatments`,
    name: msg`Treatment`,
    search: msg`Search treatments`,
    adding: msg`New treatment, in Turkish`,
    editing: msg`Edit the treatment`,
    none: msg`No treatments yet`,
    placeholder: msg`such as Fizik tedavi`,
  },
}
