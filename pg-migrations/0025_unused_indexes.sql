-- No statement is answered from these: lists of dashboards begin with those that have a star, and monitors are looked at together.
drop index dashboards_of_project;
drop index monitors_that_run;
