import { msg } from '@lingui/core/macro'
import { screen, searched } from './frame-routes.tsx'
import { lazy } from './screen.ts'
import * as search from '../screen/search.ts'

/** One screen for the three lists of words (SCREENS B12). */
const catalog = lazy(() => import('../areas/catalog/catalog-screen.tsx'), 'CatalogScreen')
/** Texts for the public, and the terms they use (SPEC §2); part of `routes.tsx`, in its order. */
export const contentScreens = [
  searched(
    '/moderation',
    search.ModerationSearch,
    { title: msg`Waiting to be published`, roles: ['admin'], icon: 'inbox', group: 'content' },
    lazy(() => import('../areas/moderation/moderation-screen.tsx'), 'ModerationScreen'),
  ),
  searched(
    '/comment',
    search.CommentSearch,
    { title: msg`Comments`, roles: ['admin', 'doctor'], byClinic: true, icon: 'message', group: 'content' },
    lazy(() => import('../areas/comment/comments-screen.tsx'), 'CommentsScreen'),
  ),
  searched(
    '/doctor/$id/comment',
    search.CommentSearch,
    { title: msg`Comments`, roles: ['admin', 'clinic'], byClinic: true },
    lazy(() => import('../areas/comment/doctor-comments-screen.tsx'), 'DoctorCommentsScreen'),
  ),
  searched(
    '/question',
    search.QuestionSearch,
    { title: msg`Questions`, roles: ['admin', 'doctor'], byClinic: true, icon: 'question', group: 'content' },
    lazy(() => import('../areas/question/questions-screen.tsx'), 'QuestionsScreen'),
  ),
  screen(
    '/my-questions',
    { title: msg`My questions`, roles: ['patient'], icon: 'question', group: 'care' },
    lazy(() => import('../areas/question/my-questions-screen.tsx'), 'MyQuestionsScreen'),
  ),
  screen(
    '/doctor/$id/about',
    { title: msg`Doctor`, roles: ['patient'] },
    lazy(() => import('../areas/question/about-doctor-screen.tsx'), 'AboutDoctorScreen'),
  ),
  screen(
    '/question/$id',
    { title: msg`Question`, roles: ['admin', 'clinic', 'doctor'] },
    lazy(() => import('../areas/question/question-screen.tsx'), 'QuestionScreen'),
  ),
  searched(
    '/doctor/$id/question',
    search.QuestionSearch,
    { title: msg`Questions`, roles: ['admin', 'clinic'], byClinic: true },
    lazy(() => import('../areas/question/doctor-questions-screen.tsx'), 'DoctorQuestionsScreen'),
  ),
  searched(
    '/article',
    search.ArticleSearch,
    { title: msg`Articles`, roles: ['admin', 'doctor'], byClinic: true, icon: 'newspaper', group: 'content' },
    lazy(() => import('../areas/article/articles-screen.tsx'), 'ArticlesScreen'),
  ),
  searched(
    '/article/$id',
    search.ArticleEditSearch,
    { title: msg`Article`, roles: ['admin', 'doctor'] },
    lazy(() => import('../areas/article/article-edit-screen.tsx'), 'ArticleEditScreen'),
  ),
  screen(
    '/visittype',
    { title: msg`Appointment types`, roles: ['clinic', 'doctor'] },
    lazy(() => import('../areas/visittype/visit-types-screen.tsx'), 'VisitTypesScreen'),
  ),
  screen(
    '/video',
    { title: msg`My videos`, roles: ['doctor'], icon: 'video', group: 'content' },
    lazy(() => import('../areas/video/videos-screen.tsx'), 'VideosScreen'),
  ),
  screen('/symptom', { title: msg`Symptoms`, roles: ['admin'], icon: 'list', group: 'content' }, catalog),
  screen('/disease', { title: msg`Diseases`, roles: ['admin'], icon: 'list', group: 'content' }, catalog),
  screen('/treatment', { title: msg`Treatments`, roles: ['admin'], icon: 'list', group: 'content' }, catalog),
  searched(
    '/staticpage',
    search.PageSearch,
    { title: msg`Static pages`, roles: ['admin'], icon: 'file', group: 'content' },
    lazy(() => import('../areas/page/pages-screen.tsx'), 'PagesScreen'),
  ),
  screen(
    '/staticpage/$id',
    { title: msg`Static page`, roles: ['admin'] },
    lazy(() => import('../areas/page/page-edit-screen.tsx'), 'PageEditScreen'),
  ),
]
