UPDATE "case_failures" f SET "signature" = md5(c.cause || E'\n'
  || regexp_replace(coalesce(nullif(c.error, ''), (c.reason ->> 'code') || ' ' || (c.reason ->> 'args'), ''),
    '0x[0-9a-fA-F]+|[0-9]+', '#', 'g') || E'\n' || coalesce(d.detail -> 'location' ->> 'file', c.file) || E'\n'
  || coalesce(d.detail -> 'location' ->> 'line', ''))
FROM "case_runs" c LEFT JOIN "case_details" d ON d.case_run_id = c.case_run_id WHERE c.case_run_id = f.case_run_id;
