-- Names are found across alphabets ("fedor" finds Фёдор, "Юлия" finds Julia): a Cyrillic name is searched by its spellings in Latin letters too. The
-- device has the same law in contract/kernel/name.rules.ts and contract/kernel/latin.rules.ts; tests hold one against the other. What sorts and what
-- tells two people apart (`fold`, name_folded) stays as it is.

-- As before (0010), and without the marks that unaccent leaves on letters it does not know (ї, ў).
create or replace function name_words(value text) returns text[] language sql immutable parallel safe strict
  return array_remove(regexp_split_to_array(regexp_replace(lower(translate(
    regexp_replace(normalize(public.unaccent('public.unaccent'::regdictionary, translate(
      regexp_replace(normalize(value, NFKC), U&'[\00AD\200B-\200F\2060\FEFF]', '', 'g'), U&'ıİIёЁйЙ\02BC\02BB\02BD', U&'iiiее\E000\E000   ')), NFD), U&'[\0300-\036F]', '', 'g'),
    U&'\E000', 'й')), '[^[:alnum:]]+', ' ', 'g'), ' '), '');

create function latin_ways() returns text[] language sql immutable parallel safe
  return (select array_agg(way || ',а=a,б=b,в=v,г=g,д=d,е=e,з=z,и=i,й=y,к=k,л=l,м=m,н=n,о=o,п=p,р=r,с=s,т=t,у=u,ф=f,э=e,ы=y,ъ=,ь=,і=i,ґ=g,ў=u,ә=a,ғ=g,қ=k,ң=n,ө=o,ұ=u,ү=u,һ=h,ј=j,љ=lj,њ=nj,ћ=c,ђ=d,џ=dz' order by n) from (values
    (1, 'ё=e,ж=zh,й=i,х=kh,ц=ts,ч=ch,ш=sh,щ=shch,ъ=ie,ю=iu,я=ia,ї=i,є=ie'),
    (2, ' е= ye,ее=eye,ае=aye,ое=oye,ие=iye,ье=ye,ё=yo,ж=zh,х=kh,ц=ts,ч=ch,ш=sh,щ=shch,ю=yu,я=ya,ї=yi,є=ye'),
    (3, 'кс=x,дж=j,ия=ia,ья=ia,ий =y ,й =y ,й=i,ё=e,ж=zh,х=kh,ц=ts,ч=ch,ш=sh,щ=sch,ю=yu,я=ya,ї=yi,є=ye'),
    (4, 'ксандр =xander ,кс=x,дж=dsch,ия=ia,жё=scho,чё=tscho,шё=scho,щё=schtscho,ий=i,й =j ,й=i,ё=jo,в=w,ж=sch,з=s,х=ch,ц=z,ч=tsch,ш=sch,щ=schtsch,ю=ju,я=ja,ї=ji,є=je'),
    (5, 'дж=c,ия=ia,ее=eye,ае=aye,ое=oye,жё=jo,чё=co,шё=so,щё=sco,ё=yo,ы=i,ж=j,х=h,ц=ts,ч=c,ш=s,щ=sc,ю=yu,я=ya,ї=yi,є=ye')
  ) ways (n, way));

-- A name in Latin letters, each way once; nothing of one without a Cyrillic letter.
create function name_in_latin(value text) returns setof text language plpgsql immutable parallel safe strict set search_path = public as $$
declare way text; pair text; spelled text;
begin
  if value !~ U&'[\0400-\04FF]' then return; end if;
  foreach way in array latin_ways() loop
    spelled := ' ' || lower(regexp_replace(normalize(value, NFKC), U&'[\00AD\200B-\200F\2060\FEFF]', '', 'g')) || ' ';
    foreach pair in array string_to_array(way, ',') loop
      spelled := replace(spelled, split_part(pair, '=', 1), split_part(pair, '=', 2));
    end loop;
    return next spelled;
  end loop;
end $$;

-- As before (0010), and in Latin letters behind a mark, so that only what is typed in them finds it: two Cyrillic names never meet by one spelling.
create or replace function name_tokens(value text) returns text language sql immutable parallel safe strict
  return (
    select coalesce(' ' || string_agg(distinct mark || array_to_string(words[i:], ''), ' ') || ' ', '')
      from (select '' as mark, name_words(value) as words
            union all
            select '', name_words(replace(replace(replace(replace(replace(replace(replace(replace(normalize(value, NFKC),
                      'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'Ä', 'Ae'), 'Ö', 'Oe'), 'Ü', 'Ue'), 'Ø', 'Oe'))
            union all
            select '~', name_words(latin) from name_in_latin(value) latin) spelling
     cross join lateral generate_subscripts(words, 1) i
  );

-- What a name must have of each typed word, in one of its spellings. `spellings` has a row for each, word by word; words are letters and digits,
-- so none means anything to a pattern. One pattern a word is quicker than a query for each row.
create function name_wanted(spellings text[]) returns text[] language sql immutable parallel safe
  return array(
    select ' (' || string_agg(distinct spellings[s][w], '|') || ')'
      from generate_subscripts(spellings, 2) w, generate_subscripts(spellings, 1) s group by w);

-- Whether every typed word, in one of its spellings, begins a word of the name. Nothing typed finds nobody.
create function finds_name(tokens text, spellings text[]) returns boolean language sql immutable parallel safe
  return cardinality(spellings) > 0 and tokens ~ all (name_wanted(spellings));

-- What narrows by an index before: the word of which the most is typed, in its spellings.
create function name_patterns(spellings text[]) returns text[] language sql immutable parallel safe
  return (
    select array_agg(distinct '% ' || spellings[s][longest.w] || '%')
      from generate_subscripts(spellings, 1) s,
           (select w from generate_subscripts(spellings, 2) w order by length(spellings[1][w]) desc limit 1) longest);

-- Users are found by the same law; the index of their folded names looked for nothing else.
alter table person add column name_search text generated always as (name_tokens(name)) stored;
create index person_name_search on person using gin (name_search gin_trgm_ops);
drop index person_name;
-- As before (0069), with the tokens that the person has already.
create or replace function card_of_person(inout t patient) language plpgsql stable security definer set search_path = public as $$
begin
  select p.name, p.name_folded, p.name_search, p.phone, p.email, p.city, p.non_citizen, coalesce(p.identity, p.identity_claimed) is not null, p.active
    into t.name, t.name_folded, t.name_search, t.phone, t.email, t.city, t.non_citizen, t.has_identity, t.active
    from person p where p.id = t.id;
end $$;
update patient t set name_search = p.name_search from person p where p.id = t.id and t.name_search is distinct from p.name_search;

drop function patient_search(text[], text[], text, text, boolean, int);
create function patient_search(spellings text[], digits text, exact text, is_active boolean, most int) returns table (id uuid)
language plpgsql stable security definer set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  keys text[] := app_keys();
  all_public boolean := app_is_admin();
  public_ids uuid[] := case when all_public then open_clinics() end;
  mine uuid[] := my_clinics();
  patterns text[] := name_patterns(spellings);
  wanted text[] := name_wanted(spellings);
begin
  if exact is not null then
    return query select t.id from person p join patient t on t.id = p.id
      where p.identity = identity_kept(exact)
        and (is_active is null or (t.active and not t.passive_in && mine) = is_active)
        and (t.audience && keys or all_public and t.hidden_at is null and (t.clinic_id is null or t.clinic_id = any (public_ids))
          and (t.clinic_ids = '{}' or t.clinic_ids && public_ids))
      order by t.name_folded, t.id limit most;
  end if;
  if digits <> '' then
    return query select t.id from patient t
      where t.phone like '%' || digits || '%'
        and (is_active is null or (t.active and not t.passive_in && mine) = is_active)
        and (t.audience && keys or all_public and t.hidden_at is null and (t.clinic_id is null or t.clinic_id = any (public_ids))
          and (t.clinic_ids = '{}' or t.clinic_ids && public_ids))
      order by t.name_folded, t.id limit most;
  elsif cardinality(spellings) > 0 then
    return query select t.id from patient t
      where t.name_search like any (patterns) -- narrows by the index; the other words decide
        and t.name_search ~ all (wanted)
        and (is_active is null or (t.active and not t.passive_in && mine) = is_active)
        and (t.audience && keys or all_public and t.hidden_at is null and (t.clinic_id is null or t.clinic_id = any (public_ids))
          and (t.clinic_ids = '{}' or t.clinic_ids && public_ids))
      order by t.name_folded, t.id limit most;
  end if;
end $$;

-- As `patient_search`, of users, by e-mail too (0011).
drop function user_search(text[], text, text, int);
create function user_search(spellings text[], digits text, typed text, most int) returns table (id uuid)
language plpgsql stable security definer set search_path = public as $$
declare
  patterns text[] := name_patterns(spellings);
  wanted text[] := name_wanted(spellings);
begin
  if typed like '%@%' then
    return query select p.id from person p where p.email_folded like replace(replace(replace(lower(typed), '\', '\\'), '%', '\%'), '_', '\_') || '%'
      and p.deleted_at is null and sees_user(p.type, p.clinic_id, p.id) limit most;
  elsif digits <> '' then
    return query select p.id from person p where p.phone like '%' || digits || '%'
      and p.deleted_at is null and sees_user(p.type, p.clinic_id, p.id) limit most;
  elsif cardinality(spellings) > 0 then
    return query select p.id from person p
      where p.name_search like any (patterns)
        and p.name_search ~ all (wanted)
        and p.deleted_at is null and sees_user(p.type, p.clinic_id, p.id) limit most;
  end if;
end $$;
