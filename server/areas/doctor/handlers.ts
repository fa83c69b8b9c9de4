import type { Doctor } from '../../../contract/doctor/doctor.ts'
import { listPage, where } from '../../http/list.ts'
import type { Area } from '../../http/handler.ts'
import { joinDoctor } from './invite.ts'
import { addDoctor } from './add.ts'
import { arrangePictures } from './arrange.ts'
import { deleteDoctor, leaveDoctor, recoverDoctor, sendLink, setActive } from './life.ts'
import { importable } from './importable.ts'
import { besideDoctors } from './beside.ts'
import { doctorNamed } from './named.ts'
import { nextFreeOf } from './next-free.ts'
import { updateDoctor } from './update.ts'

export const doctorHandlers: Area<'doctor'> = {
  /** RULES 13: admins and patients see what they may, a clinic its own, a doctor their own card. */
  'doctor.list': async (
    { clinicId, branchId, active, language, hasHours, online, city, beside, keyword, ...paging },
    { db, who },
  ) => {
    const { rows, envelope } = await listPage<Doctor>(
      db,
      'doctor_row',
      [
        ...(who.type === 'clinic' || who.type === 'doctor' ? [where('mine')] : []),
        ...(who.type === 'patient' ? [where('active')] : []),
        ...(clinicId ? [where('? = any ("clinicIds")', clinicId)] : []),
        ...(branchId ? [where('? = any ("branchIds")', branchId)] : []),
        ...(active === undefined ? [] : [where('active = ?', active)]),
        ...(language ? [where('? = any (languages)', language)] : []),
        ...(hasHours === undefined ? [] : [where(`${OPEN} = ?`, hasHours)]),
        ...(online === undefined ? [] : [where(`${OPEN_ONLINE} = ?`, online)]),
        ...(city ? [where(`city = ? or ${OF_CITY}`, city, city)] : []),
        ...(keyword ? [doctorNamed(keyword)] : []),
      ],
      ['name', 'id'],
      paging,
    )
    return { ...envelope, doctors: rows, ...(beside && (await besideDoctors(db, rows))) }
  },
  'doctor.nextFree': nextFreeOf,
  'doctor.medisoft': importable,
  'doctor.add': addDoctor,
  'doctor.join': joinDoctor,
  'doctor.update': updateDoctor,
  'doctor.arrange': arrangePictures,
  'doctor.leave': leaveDoctor,
  'doctor.passivate': setActive(false),
  'doctor.activate': setActive(true),
  'doctor.sendLink': sendLink,
  'doctor.recover': recoverDoctor,
  'doctor.delete': deleteDoctor,
}

/** Whether a doctor can be booked in a clinic of this city, as far as the caller may see it. */
const OF_CITY = `exists (select from clinic c where c.id = any ("clinicIds") and c.city = ?)`
/** Whether a doctor has hours, visible to the caller, that are open today or later. */
const OPEN = `exists (select from availability a where a.doctor_id = doctor_row.id and a.status = 'active' and a.end_date >= current_date)`
const OPEN_ONLINE = OPEN.replace('end_date', `type = 'online' and a.end_date`)
